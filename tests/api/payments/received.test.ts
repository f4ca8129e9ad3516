import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditLog } from '../../../db/schema/index.ts';
import { adminStats } from '../../../src/admin/contract.ts';
import { verifyPayment } from '../../../src/money/payments/admin-contract.ts';
import { readAnswer, balanceOf, funded, makeAdmin, signUp, type TestActor } from '../../kit/index.ts';
import { appForFile, openEvents, problemOf, readAs, transactionsOf } from '../../kit/index.ts';
import { inCoin, orderAs } from './orders.ts';
import { newHash, purchase, verifyAs } from './payments.ts';

/** Less or more arrived than was due. */
const app = await appForFile({ soundBooks: true });
const admin = await makeAdmin(app);
const revenue = async () => (await readAs(admin.as('/api/admin/stats'), adminStats)).monthlyRevenue;
const verified = (id: string, more: Record<string, unknown>) =>
  readAnswer(verifyAs(admin, id, newHash(), more), verifyPayment);
const faultOf = async (response: Response) => {
  const { status, errors } = await problemOf(response);
  const [{ path, message } = {}] = errors ?? [];
  return { status, path, message };
};
const userOf = async (person: TestActor) => (await person.as(`/api/users/${person.id}`)).json();

describe('a purchase', () => {
  test('credits the pounds that arrived, and everybody is told both amounts', async () => {
    const person = await signUp(app);
    const before = await revenue();
    const pending = await purchase(person);
    await using stream = await openEvents(app, { cookie: person.cookie });
    const answer = await verified(pending.id, { amountReceived: '80.5' });
    expect(answer.transaction).toMatchObject({
      amount: '100.00',
      receivedAmount: '80.50',
      receivedCryptoAmount: null,
      status: 'verified',
      balanceChange: '80.50',
      balanceAfter: '80.50',
    });
    expect((await stream.next('payment-verified')).data).toMatchObject({
      amount: '80.50',
      amountDue: '100.00',
      credits: '80.50',
    });
    expect(await balanceOf(person)).toBe('80.50');
    expect((await transactionsOf(person))[0]).toEqual(answer.transaction);
    expect(await revenue()).toBe(before + 80.5);
    const lines = (await (await person.as(`/api/users/${person.id}/statement/lines`)).json()) as unknown;
    const description = 'Credit purchase (£100.00 was due)';
    expect(lines).toMatchObject([{ id: pending.id, description, amount: '80.50', balanceAfter: '80.50' }]);
    const entries = await app.deps.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(entries.find(({ detail }) => detail.transactionId === pending.id)?.detail).toMatchObject({
      amount: '80.50',
      amountDue: '100.00',
    });
  });

  test('credits what arrived in the coin at the rate it was made at, rounded down', async () => {
    const person = await signUp(app);
    const pending = await purchase(person);
    expect(pending.cryptoAmount).toBe('0.00180000');
    const answer = await verified(pending.id, { cryptoAmountReceived: '0.00123456' });
    expect(answer.transaction).toMatchObject({
      amount: '100.00',
      receivedAmount: '68.58',
      receivedCryptoAmount: '0.00123456',
      balanceChange: '68.58',
    });
  });

  test('is credited at its own rate however the coin stands when it arrives late', async () => {
    const person = await signUp(app);
    const pending = await purchase(person);
    // Since then a pound has come to buy twice as many coins.
    await app.deps.sql`
      update transactions set crypto_amount = '0.00360000' where id = ${(await purchase(person)).id}`;
    const answer = await verified(pending.id, { cryptoAmountReceived: '0.0018' });
    expect(answer.transaction).toMatchObject({ balanceChange: '100.00', receivedAmount: null });
    const later = (await transactionsOf(person)).find(({ status }) => status === 'pending');
    const half = await verified(later?.id ?? '', { cryptoAmountReceived: '0.0018' });
    expect(half.transaction).toMatchObject({ balanceChange: '50.00', receivedAmount: '50.00' });
  });

  test('shows no other amount where exactly the amount due arrived', async () => {
    const person = await signUp(app);
    for (const more of [{ amountReceived: '100' }, { cryptoAmountReceived: '0.001800' }]) {
      const answer = await verified((await purchase(person)).id, more);
      expect(answer.transaction).toMatchObject({ receivedAmount: null, receivedCryptoAmount: null });
    }
    expect(await balanceOf(person)).toBe('200.00');
  });

  test('pays the order it names with what arrived, where that is enough', async () => {
    for (const [amountReceived, credits, status] of [
      ['250.01', '0.01', 'completed'],
      ['249.99', '249.99', 'pending'],
    ] as const) {
      const person = await signUp(app);
      const order = await orderAs(person);
      const pending = await purchase(person, { amount: '300', settlesTransactionId: order.id });
      await verified(pending.id, { amountReceived });
      expect(await balanceOf(person)).toBe(credits);
      expect((await transactionsOf(person)).find(({ id }) => id === order.id)?.status).toBe(status);
    }
  });

  const TOO_MUCH = 'At most £1,000,000 can be credited at once';
  const COIN = 'Please enter an amount of the coin, e.g. 0.0018';
  test.each<[Record<string, unknown>, string, string]>([
    [{ amountReceived: '0' }, 'amountReceived', 'Amount must be more than zero'],
    [{ amountReceived: '-5' }, 'amountReceived', 'Amount must be a positive number of pounds with at most 2 decimals'],
    [{ amountReceived: '1e3' }, 'amountReceived', 'Amount must be a positive number of pounds with at most 2 decimals'],
    [
      { amountReceived: '5.001' },
      'amountReceived',
      'Amount must be a positive number of pounds with at most 2 decimals',
    ],
    [{ amountReceived: '1000000.01' }, 'amountReceived', TOO_MUCH],
    [{ cryptoAmountReceived: '0' }, 'cryptoAmountReceived', `That is worth less than a penny at the payment's rate`],
    [
      { cryptoAmountReceived: '0.0000001' },
      'cryptoAmountReceived',
      `That is worth less than a penny at the payment's rate`,
    ],
    [{ cryptoAmountReceived: '-1' }, 'cryptoAmountReceived', COIN],
    [{ cryptoAmountReceived: '1e-3' }, 'cryptoAmountReceived', COIN],
    [{ cryptoAmountReceived: '1,5' }, 'cryptoAmountReceived', COIN],
    [{ cryptoAmountReceived: '9'.repeat(13) }, 'cryptoAmountReceived', COIN],
    [{ cryptoAmountReceived: '999999999999' }, 'cryptoAmountReceived', TOO_MUCH],
    [{ cryptoAmountReceived: '0.001800001' }, 'cryptoAmountReceived', 'Bitcoin has at most 8 decimals'],
    [
      { amountReceived: '5', cryptoAmountReceived: '0.0018' },
      'cryptoAmountReceived',
      'Say what arrived either in pounds or in the coin',
    ],
  ])('refuses %p', async (more, path, message) => {
    const person = await signUp(app);
    const pending = await purchase(person);
    expect(await faultOf(await verifyAs(admin, pending.id, newHash(), more))).toEqual({ status: 422, path, message });
    expect(await balanceOf(person)).toBe('0.00');
  });

  test('that would outgrow the balance is refused and stays pending', async () => {
    const person = await funded(app, '99999950.00');
    const pending = await purchase(person);
    expect((await verifyAs(admin, pending.id, newHash(), { amountReceived: '50' })).status).toBe(422);
    expect((await transactionsOf(person))[0]).toMatchObject({ status: 'pending', receivedAmount: null });
    expect((await verifyAs(admin, pending.id, newHash(), { amountReceived: '49.99' })).status).toBe(200);
    expect(await balanceOf(person)).toBe('99999999.99');
  });
});

describe('an order paid in a coin', () => {
  test('is granted by more than its price, and the surplus is credited', async () => {
    const person = await signUp(app);
    const before = await revenue();
    const order = await orderAs(person, inCoin());
    const answer = await verified(order.id, { amountReceived: '260' });
    expect(answer.transaction).toMatchObject({
      id: order.id,
      status: 'verified',
      amount: '250.00',
      receivedAmount: '260.00',
      balanceChange: '0.00',
    });
    expect(answer.user).toMatchObject({ role: 'reseller', credits: '10.00' });
    expect(await transactionsOf(person)).toMatchObject([
      { type: 'credit_purchase', status: 'completed', amount: '10.00', settlesTransactionId: order.id },
      { id: order.id },
    ]);
    expect(await revenue()).toBe(before + 260);
    const spend = await readAs(
      person.as(`/api/users/${person.id}/spend`),
      z.looseObject({ total: z.string() }).array(),
    );
    expect(spend.at(-1)?.total).toBe('0.00');
  });

  test('is not granted by less; what arrived becomes credit and the order waits', async () => {
    const person = await signUp(app);
    const before = await revenue();
    const order = await orderAs(person, inCoin());
    expect(await faultOf(await verifyAs(admin, order.id, newHash(), { amountReceived: '200' }))).toEqual({
      status: 422,
      path: 'asCredit',
      message: '£200.00 arrived and the order costs £250.00: credit what arrived, or reject the payment',
    });
    await using stream = await openEvents(app, { cookie: person.cookie });
    const answer = await verified(order.id, { amountReceived: '200', asCredit: true });
    expect(answer.transaction).toMatchObject({
      type: 'credit_purchase',
      status: 'verified',
      amount: '250.00',
      receivedAmount: '200.00',
      balanceChange: '200.00',
      settlesTransactionId: order.id,
      cryptocurrency: 'BTC',
      cryptoAmount: order.cryptoAmount,
    });
    expect((await stream.next('payment-verified')).data).toMatchObject({
      type: 'credit_purchase',
      amount: '200.00',
      amountDue: '250.00',
      settlesTransactionId: order.id,
    });
    expect(answer.user).toMatchObject({ role: 'user', credits: '200.00' });
    const [, waiting] = await transactionsOf(person);
    expect(waiting).toMatchObject({ id: order.id, status: 'pending', cryptocurrency: null, transactionHash: null });
    expect(await revenue()).toBe(before + 200);
    // The rest makes it payable, as any order.
    const rest = await purchase(person, { amount: '50', settlesTransactionId: order.id });
    await verified(rest.id, {});
    expect(await userOf(person)).toMatchObject({ role: 'reseller', credits: '0.00' });
  });

  test('is paid at once as credit where the balance suffices', async () => {
    const person = await funded(app, '60.00');
    const order = await orderAs(person, inCoin());
    const answer = await verified(order.id, { amountReceived: '200', asCredit: true });
    expect(answer.user).toMatchObject({ role: 'reseller', credits: '10.00' });
    expect((await transactionsOf(person)).find(({ id }) => id === order.id)?.status).toBe('completed');
  });

  test('keeps its one hash when it becomes credit', async () => {
    const person = await signUp(app);
    const payment = inCoin();
    const order = await orderAs(person, payment);
    const taken = await purchase(await signUp(app));
    expect((await verifyAs(admin, taken.id, taken.transactionHash ?? '')).status).toBe(200);
    expect((await verifyAs(admin, order.id, taken.transactionHash ?? '', { asCredit: true })).status).toBe(409);
    expect((await transactionsOf(person))[0]).toMatchObject({ id: order.id, cryptocurrency: 'BTC' });
    await verified(order.id, { asCredit: true });
    expect(await userOf(person)).toMatchObject({ role: 'reseller', credits: '0.00' });
    expect((await verifyAs(admin, order.id)).status).toBe(409);
  });

  test('at no rate of its own is valued in pounds only', async () => {
    const person = await signUp(app);
    const order = await orderAs(person);
    const more = { cryptocurrency: 'ETH', cryptoAmountReceived: '4' };
    expect(await faultOf(await verifyAs(admin, order.id, `0x${newHash()}`, more))).toEqual({
      status: 422,
      path: 'cryptoAmountReceived',
      message: 'This payment was not made at a rate: say what arrived in pounds',
    });
    const answer = await verifyAs(admin, order.id, `0x${newHash()}`, { cryptocurrency: 'ETH', amountReceived: 251 });
    expect(answer.status).toBe(200);
    expect(await balanceOf(person)).toBe('1.00');
  });
});
