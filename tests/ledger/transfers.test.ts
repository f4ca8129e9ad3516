import { z } from 'zod';
import { endWithSoundBooks, forFile, actorOf, balanceOf, credit, type TestActor } from '../kit/index.ts';
import { inTurn, makePair, newNumber, postSms, readAs, transactionsOf, transfer } from '../kit/index.ts';
import { startTwo } from './processes.ts';

let reseller: TestActor;
let customer: TestActor;
const processes = await forFile(startTwo());
const [app] = processes.apps;
endWithSoundBooks(app);
beforeEach(async () => {
  ({ reseller, customer } = await makePair(app));
});

describe('transfers of credit', () => {
  test('are two transactions that name each other', async () => {
    await credit(app, reseller, '50.00');
    const answer = await readAs(transfer(reseller, customer, '20.00'), z.record(z.string(), z.string()));
    expect(answer).toMatchObject({ credits: '30.00', customerCredits: '20.00' });
    const [ours] = await transactionsOf(reseller);
    const [theirs] = await transactionsOf(customer);
    expect(ours).toMatchObject({ id: answer.transactionId, type: 'credit_transfer', balanceChange: '-20.00' });
    expect(theirs).toMatchObject({ id: answer.counterpartTransactionId, balanceChange: '20.00' });
    expect(await (await transfer(reseller, customer, '5.50', 'from_customer')).json()).toMatchObject({
      credits: '35.50',
      customerCredits: '14.50',
    });
  });

  test('never go below zero on either side', async () => {
    await credit(app, reseller, '10.00');
    expect((await transfer(reseller, customer, '10.01')).status).toBe(402);
    expect((await transfer(reseller, customer, '10.00')).status).toBe(201);
    // A reseller may take back only what they gave; the customer has already spent some of that.
    expect((await transfer(reseller, customer, '10.01', 'from_customer')).status).toBe(409);
    expect((await postSms(customer, [newNumber()])).status).toBe(201);
    expect((await transfer(reseller, customer, '10.00', 'from_customer')).status).toBe(409);
    expect([await balanceOf(reseller), await balanceOf(customer)]).toEqual(['0.00', '9.97']);
  });

  test.each(['0', '-5.00', '1.005', 'all', ''])('are refused for %p', async (amount) => {
    expect((await transfer(reseller, customer, amount)).status).toBe(422);
  });

  test('fifty at once in both directions, on two processes, add up', async () => {
    await credit(app, reseller, '60.00');
    await transfer(reseller, customer, '30.00');
    const responses = await processes.each(50, (on, index) =>
      // In pairs, so that each process sends both ways.
      transfer(actorOf(on, reseller), customer, '3.00', index % 4 < 2 ? 'to_customer' : 'from_customer'),
    );
    const done = (both: number[]) =>
      responses.filter(({ status }, index) => status === 201 && both.includes(index % 4)).length;
    expect(responses.filter(({ status }) => status !== 201 && status !== 402)).toEqual([]);
    const balance = 3000 - 300 * done([0, 1]) + 300 * done([2, 3]);
    expect(await balanceOf(reseller)).toBe((balance / 100).toFixed(2));
    expect(await balanceOf(customer)).toBe(((6000 - balance) / 100).toFixed(2));
    expect(done([0, 1])).toBeGreaterThan(0);
  });

  test('lock the two accounts in one order, whichever way the credit goes', async () => {
    await credit(app, reseller, '10.00');
    await transfer(reseller, customer, '5.00');
    const [first = '', last = ''] = [reseller.id, customer.id].toSorted();
    for (const direction of ['to_customer', 'from_customer'] as const) {
      const [moved] = await inTurn(
        app,
        (tx) => tx`select from users where id = ${first} for update`,
        [() => transfer(reseller, customer, '1.00', direction)],
        // While it waits for the first row, it has not locked the other.
        (tx) => tx`select from users where id = ${last} for update nowait`,
      );
      expect(moved?.status).toBe(201);
    }
  });

  test('racing with charges of the customer, nothing is lost', async () => {
    await credit(app, reseller, '3.00');
    await transfer(reseller, customer, '3.00');
    await processes.each(30, (on, index) =>
      index % 3 === 0
        ? transfer(actorOf(on, reseller), customer, '0.50', 'from_customer')
        : postSms(actorOf(on, customer), [newNumber()]),
    );
  });
});
