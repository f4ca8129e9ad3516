import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { User } from '../../../src/callers/contract.ts';
import { actorOf, credit, signUp, type TestActor } from '../../kit/actors.ts';
import { type Processes, startTwo } from '../../ledger/processes.ts';
import { cancelAs, inCoin, orderAs, orderPackage, packagesOf, payAs } from './orders.ts';
import { purchaseOf, statuses, submitAs, verifyAs } from './payments.ts';
import { expectSoundBooks, transactionsOf } from '../../kit/books.ts';

/** Two processes, one database: what happens at once happens once. */
let processes: Processes;
let person: TestActor;
let admin: TestActor;
beforeAll(async () => {
  processes = await startTwo();
  admin = processes.admin;
});
beforeEach(async () => {
  person = await signUp(processes.apps[0]);
});
afterAll(async () => {
  await expectSoundBooks(processes.apps[0]);
  await processes.stop();
});

const userOf = async (): Promise<User> => (await (await person.as(`/api/users/${person.id}`)).json()) as User;

describe('an order', () => {
  test('paid twenty times at once is paid once', async () => {
    await credit(processes.apps[0], person, '10000.00');
    const placed = await orderAs(person);
    const answers = await processes.each(20, (app) => payAs(actorOf(app, person), placed.id));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 19 });
    const user = await userOf();
    expect(user.credits).toBe('9750.00');
    expect(new Date(user.resellerExpiresAt ?? 0).getTime() - Date.now()).toBeLessThan(32 * 86_400_000);
  });

  test.each([1, 2, 3, 4, 5])('paid, cancelled and attached at once ends in one way (%d)', async () => {
    await credit(processes.apps[0], person, '1500.00');
    const ordered = await orderPackage(person, 'enterprise');
    const orderId = ordered.transactionId ?? '';
    const payment = { type: 'voice_package', voicePackageId: ordered.id, ...inCoin() };
    const [paid, cancelled, attached] = await Promise.all([
      payAs(actorOf(processes.apps[0], person), orderId),
      cancelAs(actorOf(processes.apps[1], person), orderId),
      submitAs(actorOf(processes.apps[1], person), payment),
    ]);
    const order = (await transactionsOf(person)).find(({ id }) => id === orderId);
    const [its] = await packagesOf(person);
    if (paid.status === 200) {
      expect(order).toMatchObject({ status: 'completed', cryptocurrency: null });
      expect([cancelled.status, attached.status]).toEqual([409, 409]);
    } else if (cancelled.status === 200) {
      // A payment that comes after the cancellation is for a new order of the same package.
      expect(order).toMatchObject({ status: 'failed', cryptocurrency: null });
      expect(attached.status).toBe(201);
    } else {
      expect(order).toMatchObject({ status: 'pending', cryptocurrency: 'BTC' });
      expect((await verifyAs(actorOf(processes.apps[1], admin), orderId)).status).toBe(200);
    }
    expect((await userOf()).credits).toBe(paid.status === 200 ? '0.00' : '1500.00');
    expect(its?.isActive ?? false).toBe(paid.status === 200);
  });

  test('paid by a verified purchase, from the balance and cancelled at once ends in one way', async () => {
    await credit(processes.apps[0], person, '250.00');
    const placed = await orderAs(person);
    const submitted = await submitAs(person, purchaseOf({ amount: 250, settlesTransactionId: placed.id }));
    const purchase = (await submitted.json()) as { id: string };
    const [verified, paid, cancelled] = await Promise.all([
      verifyAs(actorOf(processes.apps[1], admin), purchase.id),
      payAs(actorOf(processes.apps[0], person), placed.id),
      cancelAs(actorOf(processes.apps[1], person), placed.id),
    ]);
    expect(verified.status).toBe(200);
    expect([paid.status, cancelled.status].toSorted()).toBeOneOf([
      [200, 409],
      [409, 409],
    ]);
    const wasCancelled = cancelled.status === 200;
    expect(await userOf()).toMatchObject({
      role: wasCancelled ? 'user' : 'reseller',
      credits: wasCancelled ? '500.00' : '250.00',
    });
  });

  test('two purchases that name it, verified at once, pay it once', async () => {
    const placed = await orderAs(person);
    const purchases = await Promise.all(
      [0, 1].map(async () => {
        const response = await submitAs(person, purchaseOf({ amount: 300, settlesTransactionId: placed.id }));
        return (await response.json()) as { id: string };
      }),
    );
    const answers = await Promise.all(
      purchases.map(({ id }, index) => verifyAs(actorOf(processes.apps[index % 2 === 0 ? 0 : 1], admin), id)),
    );
    expect(statuses(answers)).toEqual({ 200: 2 });
    expect(await userOf()).toMatchObject({ role: 'reseller', credits: '350.00' });
  });

  test('verified by two administrators at once grants once', async () => {
    const placed = await orderAs(person, inCoin());
    const answers = await processes.each(6, (app) => verifyAs(actorOf(app, admin), placed.id));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 5 });
  });
});

test('a package ordered ten times at once is one package', async () => {
  const placed = await processes.each(10, (app) => orderPackage(actorOf(app, person), 'professional'));
  expect(new Set(placed.map(({ id, transactionId }) => `${id} ${transactionId}`)).size).toBe(1);
  expect(await packagesOf(person)).toHaveLength(1);
});
