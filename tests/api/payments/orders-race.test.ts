import { type User, user as userSchema } from '../../../src/callers/contract.ts';
import { addMonths } from '../../../src/platform/kit/months.ts';
import { endWithSoundBooks, forFile, inTurn, readAs, transactionsOf, withId } from '../../kit/index.ts';
import { actorOf, credit, signUp, type TestActor } from '../../kit/actors.ts';
import { startTwo } from '../../ledger/processes.ts';
import { cancelAs, inCoin, orderAs, orderTrunk, trunksOf, payAs } from './orders.ts';
import { purchaseOf, statuses, submitAs, verifyAs } from './payments.ts';

/** Two processes, one database: what happens at once happens once. */
let person: TestActor;
const processes = await forFile(startTwo());
endWithSoundBooks(processes.apps[0]);
const admin = processes.admin;
beforeEach(async () => {
  person = await signUp(processes.apps[0]);
});

const userOf = async (): Promise<User> => await readAs(person.as(`/api/users/${person.id}`), userSchema);

describe('an order', () => {
  test('paid twenty times at once is paid once', async () => {
    await credit(processes.apps[0], person, '10000.00');
    const placed = await orderAs(person);
    const answers = await processes.each(20, (app) => payAs(actorOf(app, person), placed.id));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 19 });
    const user = await userOf();
    expect(user.credits).toBe('9750.00');
    expect(user.resellerExpiresAt).toBe(addMonths(processes.apps[0].clock.now(), 1).toISOString());
  });

  const ORDERS = [
    ['pay', 'cancel', 'attach'],
    ['cancel', 'attach', 'pay'],
    ['attach', 'pay', 'cancel'],
  ] as const;
  test.each(ORDERS)('%s comes first, %s and %s at the same time: it ends in that one way', async (one, two, three) => {
    const turn = [one, two, three];
    const [first, second] = processes.apps;
    await credit(first, person, '1500.00');
    const ordered = await orderTrunk(person, 'enterprise');
    const orderId = ordered.transactionId ?? '';
    const payment = { type: 'voice_package', voicePackageId: ordered.id, ...inCoin() };
    const requests = {
      pay: () => payAs(actorOf(first, person), orderId),
      cancel: () => cancelAs(actorOf(second, person), orderId),
      attach: () => submitAs(actorOf(second, person), payment),
    };
    const answers = await inTurn(
      first,
      (sql) => sql`select id from transactions where id = ${orderId} for update`,
      turn.map((name) => requests[name]),
    );
    const order = (await transactionsOf(person)).find(({ id }) => id === orderId);
    // A payment that comes after the cancellation is for a new order of the same package.
    const ends = {
      pay: { answers: [200, 409, 409], order: { status: 'completed', cryptocurrency: null }, credits: '0.00' },
      cancel: { answers: [200, 201, 409], order: { status: 'failed', cryptocurrency: null }, credits: '1500.00' },
      attach: { answers: [201, 409, 409], order: { status: 'pending', cryptocurrency: 'BTC' }, credits: '1500.00' },
    };
    const end = ends[one];
    expect(answers.map(({ status }) => status)).toEqual(end.answers);
    expect(order).toMatchObject(end.order);
    expect((await userOf()).credits).toBe(end.credits);
    if (one === 'attach') {
      expect((await verifyAs(actorOf(second, admin), orderId)).status).toBe(200);
    }
    const active = (await trunksOf(person)).filter(({ isActive }) => isActive);
    expect(active).toHaveLength(one === 'cancel' ? 0 : 1);
  });

  test('paid by a verified purchase, from the balance and cancelled at once ends in one way', async () => {
    await credit(processes.apps[0], person, '250.00');
    const placed = await orderAs(person);
    const submitted = await submitAs(person, purchaseOf({ amount: 250, settlesTransactionId: placed.id }));
    const purchase = await readAs(submitted, withId);
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
        return await readAs(submitAs(person, purchaseOf({ amount: 300, settlesTransactionId: placed.id })), withId);
      }),
    );
    const answers = await Promise.all(
      purchases.map(({ id }, index) => verifyAs(actorOf(processes.apps[index % 2 === 0 ? 0 : 1], admin), id)),
    );
    expect(statuses(answers)).toEqual({ 200: 2 });
    expect(await userOf()).toMatchObject({ role: 'reseller', credits: '350.00' });
  });
});

test('a package ordered ten times at once is one package', async () => {
  const placed = await processes.each(10, (app) => orderTrunk(actorOf(app, person), 'professional'));
  expect(new Set(placed.map(({ id, transactionId }) => `${id} ${transactionId}`)).size).toBe(1);
  expect(await trunksOf(person)).toHaveLength(1);
});
