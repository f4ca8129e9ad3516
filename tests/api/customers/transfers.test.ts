import { afterAll, beforeAll, expect, test } from 'bun:test';
import { balanceOf, credit, type TestActor } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { expectSoundBooks, transactionsOf } from '../../kit/books.ts';
import { expectProblem } from '../../kit/problems.ts';
import { makePair, transfer } from '../../kit/customers.ts';

/** How both sides of a transfer of credit read in their lists. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function latestOf(person: TestActor) {
  const [latest] = await transactionsOf(person);
  if (!latest) throw new Error('no transaction');
  return latest;
}

test('each side names the transaction of the other, and who the other is to them', async () => {
  const { reseller, customer } = await makePair(app);
  await credit(app, reseller, '50.00');
  expect((await latestOf(reseller)).counterpartTransactionId).toBeNull();

  expect((await transfer(reseller, customer, '20.00')).status).toBe(201);
  const given = await latestOf(reseller);
  const received = await latestOf(customer);
  expect([given.counterpartTransactionId, received.counterpartTransactionId]).toEqual([
    received.id,
    given.id,
  ]);
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

test('what a customer bought from us is theirs: a reseller takes back what the reseller gave', async () => {
  const { reseller, customer } = await makePair(app);
  await credit(app, reseller, '50.00');
  await credit(app, customer, '80.00');
  await expectProblem(await transfer(reseller, customer, '0.01', 'from_customer'), 'not_allowed_now');
  expect((await transfer(reseller, customer, '30.00')).status).toBe(201);
  const refused = await expectProblem(
    await transfer(reseller, customer, '30.01', 'from_customer'),
    'not_allowed_now',
  );
  expect(refused.detail).toContain('£30.00');
  const both = await Promise.all(
    ['20.00', '20.00'].map((amount) => transfer(reseller, customer, amount, 'from_customer')),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect((await transfer(reseller, customer, '10.00', 'from_customer')).status).toBe(201);
  expect([await balanceOf(reseller), await balanceOf(customer)]).toEqual(['50.00', '80.00']);
  await expectSoundBooks(app);
});
