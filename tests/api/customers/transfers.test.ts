import { balanceOf, credit, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, makePair, transactionsOf, transfer, firstOf } from '../../kit/index.ts';
import { newNumber, send, untilStatus, newNumbers } from '../../kit/messages.ts';

const app = await appForFile({ soundBooks: true });

async function latestOf(person: TestActor) {
  return firstOf(await transactionsOf(person), 'no transaction');
}

test('each side names the transaction of the other, and who the other is to them', async () => {
  const { reseller, customer } = await makePair(app);
  await credit(app, reseller, '50.00');
  expect((await latestOf(reseller)).counterpartTransactionId).toBeNull();

  expect((await transfer(reseller, customer, '20.00')).status).toBe(201);
  const given = await latestOf(reseller);
  const received = await latestOf(customer);
  expect([given.counterpartTransactionId, received.counterpartTransactionId]).toEqual([received.id, given.id]);
  expect(given).toMatchObject({
    type: 'credit_transfer',
    balanceChange: '-20.00',
    description: `Credit to Grace Hopper (${customer.email})`,
  });
  // A reseller without a brand and a company stays unnamed.
  expect(received).toMatchObject({ balanceChange: '20.00', description: 'Credit from your reseller' });

  const json = { name: 'Acme Telecom' };
  await reseller.as(`/api/users/${reseller.id}/brand`, { method: 'PUT', json });
  expect((await transfer(reseller, customer, '5.00', 'from_customer')).status).toBe(201);
  expect((await latestOf(customer)).description).toBe('Credit taken back by Acme Telecom');
  expect((await latestOf(reseller)).description).toBe(`Credit back from Grace Hopper (${customer.email})`);
});

test('a reseller takes back what the reseller gave, and nothing that the customer bought from us', async () => {
  const { reseller, customer } = await makePair(app);
  await credit(app, reseller, '50.00');
  await credit(app, customer, '80.00');
  await expectProblem(await transfer(reseller, customer, '0.01', 'from_customer'), 'not_allowed_now');
  expect((await transfer(reseller, customer, '30.00')).status).toBe(201);
  const refused = await expectProblem(await transfer(reseller, customer, '30.01', 'from_customer'), 'not_allowed_now');
  expect(refused.detail).toContain('£30.00');
  const both = await Promise.all(
    ['20.00', '20.00'].map((amount) => transfer(reseller, customer, amount, 'from_customer')),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await transfer(reseller, customer, '10.00', 'from_customer')).status).toBe(201);
  expect([await balanceOf(reseller), await balanceOf(customer)]).toEqual(['50.00', '80.00']);
});

describe("only the rest of the reseller's gifts goes back", () => {
  let reseller: TestActor;
  let customer: TestActor;
  beforeEach(async () => {
    ({ reseller, customer } = await makePair(app));
    await credit(app, reseller, '100.00');
  });
  const give = async (amount: string) => expect((await transfer(reseller, customer, amount)).status).toBe(201);
  const spend = async (count: number) => {
    const { id } = await send(customer, newNumbers(count));
    await untilStatus(customer, id, 'delivered');
  };
  /** A penny more is refused, and the refusal names what can go back. */
  const expectLeft = async (left: string) => {
    const more = (Number(left) + 0.01).toFixed(2);
    const refused = await expectProblem(await transfer(reseller, customer, more, 'from_customer'), 'not_allowed_now');
    expect(refused.detail).toContain(`£${left}.`);
    if (Number(left) === 0) return;
    expect((await transfer(reseller, customer, left, 'from_customer')).status).toBe(201);
    await expectProblem(await transfer(reseller, customer, '0.01', 'from_customer'), 'not_allowed_now');
  };

  const buy = (amount: string) => credit(app, customer, amount);

  test.each<[string, (() => Promise<unknown>)[], string]>([
    ['spending before the customer bought credit', [() => give('0.30'), () => spend(10), () => buy('30.00')], '0.00'],
    ['spending since then: gifts are spent first', [() => give('0.30'), () => buy('30.00'), () => spend(4)], '0.18'],
    [
      'spending before the gift, which does not count',
      [() => buy('0.60'), () => spend(10), () => give('0.50')],
      '0.50',
    ],
    ['another gift was spent', [() => give('0.30'), () => buy('0.30'), () => spend(20), () => give('5.00')], '5.00'],
  ])('after %s', async (_after, steps, left) => {
    for (const step of steps) await step();
    await expectLeft(left);
  });

  test('refunded credit is there again', async () => {
    await give('0.30');
    const { id } = await send(customer, [newNumber(), newNumber('0000'), newNumber('0000')]);
    await untilStatus(customer, id, 'partial');
    await expectLeft('0.27');
  });

  test('credit that we took from the balance is gone, and credit bought since then stays', async () => {
    await give('10.00');
    const admin = await makeAdmin(app);
    const json = { amount: '-8.00', reason: 'A correction' };
    expect((await admin.withCookie(`/api/admin/users/${customer.id}/adjustments`, { json })).status).toBe(201);
    await credit(app, customer, '50.00');
    await expectLeft('2.00');
  });
});
