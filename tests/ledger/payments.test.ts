import { cancelAs, inCoin, orderAs, payAs } from '../api/payments/orders.ts';
import { newHash, purchase, purchaseOf, statuses } from '../api/payments/payments.ts';
import { actorOf, balanceOf, credit, funded, signUp, type TestActor } from '../kit/actors.ts';
import { endWithSoundBooks, forFile, expectProblem, openEvents, type TestApp, transactionsOf } from '../kit/index.ts';
import { startTwo } from './processes.ts';
import { add, formatMoney, parseMoney } from '../../src/platform/kit/money.ts';

let person: TestActor;
const processes = await forFile(startTwo());
const app = processes.apps[0];
endWithSoundBooks(app);
beforeEach(async () => {
  person = await signUp(app);
});

/** The administrator, calling whichever process. */
const decide = (on: TestApp, what: 'verify' | 'reject', json: Record<string, unknown>) =>
  actorOf(on, processes.admin).as(`/api/admin/${what}-payment`, { json });

describe('payments on two processes at once', () => {
  test('20 verifications of one payment, with as many hashes and amounts, credit one of them, and one event says so', async () => {
    const pending = await purchase(person);
    await using stream = await openEvents(processes.apps[1], { authorization: `Bearer ${person.key}` });
    const responses = await processes.each(20, (on, index) =>
      decide(on, 'verify', {
        transactionId: pending.id,
        transactionHash: index % 2 === 0 ? pending.transactionHash : newHash(),
        ...(index % 3 === 0 && { cryptoAmountReceived: `0.0018${String(index).padStart(2, '0')}` }),
        ...(index % 3 === 1 && { amountReceived: String(81 + index) }),
      }),
    );
    expect(statuses(responses)).toEqual({ 200: 1, 409: 19 });
    const [row] = await transactionsOf(person);
    const credited = row?.receivedAmount ?? '100.00';
    expect(await balanceOf(person)).toBe(credited);
    await credit(app, person, '1.00');
    // The event of the adjustment comes after all others.
    const last = formatMoney(add(parseMoney(credited), parseMoney('1.00')));
    while ((await stream.next('balance')).data.credits !== last);
    expect(stream.all.filter(({ event }) => event === 'payment-verified')).toHaveLength(1);
    expect(stream.all.filter(({ event }) => event === 'balance')).toHaveLength(2);
  });

  test('an order’s payment credited, granted and rejected, the order paid and cancelled, all at once', async () => {
    for (let round = 0; round < 6; round++) {
      const somebody = await funded(app, '250.00');
      const order = await orderAs(somebody, inCoin());
      const hash = { transactionId: order.id, transactionHash: order.transactionHash };
      const [first, second] = processes.apps;
      const decisions = await Promise.all([
        decide(first, 'verify', { ...hash, amountReceived: '200', asCredit: true }),
        decide(second, 'verify', { ...hash, amountReceived: '260' }),
        decide(first, 'reject', { transactionId: order.id }),
        payAs(actorOf(second, somebody), order.id),
        cancelAs(actorOf(first, somebody), order.id),
      ]);
      // The payment is decided once, and the order's outcome follows from it.
      expect(statuses(decisions.slice(0, 3))[200]).toBe(1);
      const [credited, granted, rejected] = decisions.map(({ status }) => status === 200);
      const rows = await transactionsOf(somebody);
      const status = rows.find(({ id }) => id === order.id)?.status;
      expect(status).toBe(credited ? 'completed' : granted ? 'verified' : 'failed');
      expect(await balanceOf(somebody)).toBe(credited ? '200.00' : granted ? '260.00' : '250.00');
      expect(rejected).toBe(status === 'failed');
    }
  });

  test('each of several customers has one of 20 purchases with one hash, and one of them is credited', async () => {
    const customers = await Promise.all([signUp(app), signUp(app), signUp(app)]);
    const transactionHash = newHash();
    const responses = await processes.each(20, (on, index) => {
      const somebody = customers[index % 3] ?? person;
      const json = purchaseOf({ transactionHash });
      return actorOf(on, somebody).as(`/api/users/${somebody.id}/transactions`, { json });
    });
    expect(statuses(responses)).toEqual({ 201: 3, 409: 17 });
    for (const response of responses.filter(({ status }) => status === 409)) {
      await expectProblem(response, 'duplicate_transaction_hash');
    }
    const lists = await Promise.all(customers.map((somebody) => transactionsOf(somebody)));
    const claims = lists.flat();
    expect(claims).toHaveLength(3);
    const decisions = await processes.each(12, (on, index) =>
      decide(on, 'verify', { transactionId: claims[index % 3]?.id, transactionHash }),
    );
    expect(statuses(decisions)).toEqual({ 200: 1, 409: 11 });
    const balances = await Promise.all(customers.map((somebody) => balanceOf(somebody)));
    expect(balances.toSorted()).toEqual(['0.00', '0.00', '100.00']);
    const after = await Promise.all(customers.map((somebody) => transactionsOf(somebody)));
    expect(
      after
        .flat()
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['failed', 'failed', 'verified']);
  });
});
