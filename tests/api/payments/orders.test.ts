import { user } from '../../../src/callers/contract.ts';
import { transaction } from '../../../src/money/payments/contract.ts';
import { readAs, withId, balanceOf, credit, funded, makeAdmin, signUp, type TestActor } from '../../kit/index.ts';
import { appForFile, codeOf, expectProblem, openEvents, transactionsOf } from '../../kit/index.ts';
import { cancelAs, inCoin, orderAs, orderOf, orderTrunk, trunkOf, trunksOf, payAs } from './orders.ts';
import { newHash, purchaseOf, rejectAs, submitAs, verifyAs } from './payments.ts';

let person: TestActor;
const app = await appForFile({ soundBooks: true });
const admin = await makeAdmin(app);
beforeEach(async () => {
  person = await signUp(app);
});

const userOf = (who: TestActor) => readAs(who.as(`/api/users/${who.id}`), user);

describe('placing an order', () => {
  test('the price is the plan’s, the state pending, whatever was sent', async () => {
    const placed = await orderAs(person, {
      amount: '0.01',
      description: 'Free',
      walletAddress: 'mine',
      cryptoAmount: '0',
    });
    expect(transaction.parse(placed)).toMatchObject({
      type: 'reseller_package',
      resellerPackage: 'monthly',
      amount: '250.00',
      status: 'pending',
      description: 'Reseller package, 1 month',
      balanceChange: '0.00',
      cryptocurrency: null,
    });
    expect(await userOf(person)).toMatchObject({ role: 'user', resellerExpiresAt: null, credits: '0.00' });
  });

  test('a plan may be named by its price', async () => {
    expect(await orderAs(person, { resellerPackage: undefined, amount: 2500 })).toMatchObject({
      resellerPackage: 'yearly',
      amount: '2500.00',
    });
    const response = await submitAs(person, orderOf({ resellerPackage: undefined, amount: '251.00' }));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ path: 'resellerPackage' }] });
  });

  test('the same order is not made twice, also not at once', async () => {
    const placed = await Promise.all(Array.from({ length: 10 }, () => orderAs(person)));
    expect(new Set(placed.map(({ id }) => id)).size).toBe(1);
    const other = await orderAs(person, { resellerPackage: 'yearly' });
    expect((await transactionsOf(person)).map(({ id }) => id)).toEqual([other.id, placed[0]?.id ?? '']);
  });

  test('administrators do not buy reseller packages', async () => {
    await expectProblem(await submitAs(admin, orderOf()), 'not_allowed_now');
  });

  test('a SIP order names its package, which must be the customer’s', async () => {
    const ordered = await orderTrunk(person);
    const order = { type: 'voice_package', voicePackageId: ordered.id, amount: '1.00' };
    expect(await orderAs(person, order)).toMatchObject({ id: ordered.transactionId ?? '', amount: '150.00' });
    const stranger = await signUp(app);
    expect((await submitAs(stranger, orderOf(order))).status).toBe(404);
    expect((await submitAs(person, orderOf({ type: 'voice_package' }))).status).toBe(422);
  });
});

describe('GET /api/users/{id}/orders', () => {
  const ordersOf = (who: TestActor) => who.as(`/api/users/${person.id}/orders`);

  test('lists what waits, newest first, and nothing else', async () => {
    await credit(app, person, '250.00');
    const first = await orderAs(person);
    const ordered = await orderTrunk(person);
    await submitAs(person, purchaseOf());
    const listed = transaction.array().parse(await (await ordersOf(person)).json());
    expect(listed.map(({ id }) => id)).toEqual([ordered.transactionId ?? '', first.id]);
    await payAs(person, first.id);
    await cancelAs(person, ordered.transactionId ?? '');
    expect(await (await ordersOf(person)).json()).toEqual([]);
  });
});

describe('POST …/transactions/{txId}/pay', () => {
  test('takes the price from the balance and grants, with the events of both', async () => {
    await credit(app, person, '260.00');
    const placed = await orderAs(person);
    await using events = await openEvents(app, { cookie: person.cookie });
    expect(await (await payAs(person, placed.id)).json()).toMatchObject({
      id: placed.id,
      status: 'completed',
      balanceChange: '-250.00',
      balanceAfter: '10.00',
    });
    expect((await events.next('balance')).data).toMatchObject({ credits: '10.00', reason: 'order_paid' });
    expect(await userOf(person)).toMatchObject({ role: 'reseller', resellerPackage: 'monthly' });
  });

  test('answers 402 where the balance is too small, and grants nothing', async () => {
    await credit(app, person, '249.99');
    const placed = await orderAs(person);
    await expectProblem(await payAs(person, placed.id), 'insufficient_credits');
    expect(await userOf(person)).toMatchObject({ role: 'user', credits: '249.99' });
    expect((await transactionsOf(person))[0]).toMatchObject({ status: 'pending' });
  });

  test('a second time is 409, with the same key the first answer', async () => {
    await credit(app, person, '600.00');
    const placed = await orderAs(person);
    const key = { 'idempotency-key': 'pay-once' };
    const first = await (await payAs(person, placed.id, key)).json();
    expect(await (await payAs(person, placed.id, key)).json()).toEqual(first);
    await expectProblem(await payAs(person, placed.id), 'already_processed');
    expect(await balanceOf(person)).toBe('350.00');
  });

  test('is for orders, of their owner', async () => {
    await credit(app, person, '600.00');
    const placed = await orderAs(person);
    const stranger = await funded(app, '600.00');
    expect((await payAs(stranger, placed.id)).status).toBe(404);
    const { id } = await readAs(submitAs(person, purchaseOf()), withId);
    expect((await payAs(person, id)).status).toBe(404);
    expect((await cancelAs(person, id)).status).toBe(404);
  });
});

describe('an order with a payment in a coin', () => {
  test('waits in the queue; verifying it grants and adds no credit', async () => {
    await using watcher = await openEvents(app, { authorization: `Bearer ${admin.key}` });
    const hash = newHash();
    const placed = await orderAs(person, inCoin({ transactionHash: hash, cryptoAmount: '9', walletAddress: 'x' }));
    expect(placed).toMatchObject({ cryptocurrency: 'BTC', transactionHash: hash, cryptoAmount: '0.00450000' });
    expect((await watcher.next('payment-submitted')).data).toMatchObject({
      id: placed.id,
      type: 'reseller_package',
      user: { id: person.id },
    });
    expect(await (await verifyAs(admin, placed.id, hash)).json()).toMatchObject({
      transaction: { status: 'verified', balanceChange: '0.00' },
      user: { credits: '0.00', role: 'reseller', resellerPackage: 'monthly' },
    });
    // Nothing was left over.
    expect(await transactionsOf(person)).toMatchObject([{ id: placed.id }]);
    // Not that its payment still waits.
    for (const late of [await payAs(person, placed.id), await cancelAs(person, placed.id)])
      expect(await codeOf(late)).toBe('already_processed');
  });

  test('a payment can be attached to an order that waits, one at a time', async () => {
    const ordered = await orderTrunk(person);
    const order = { type: 'voice_package', voicePackageId: ordered.id };
    expect(await orderAs(person, { ...order, ...inCoin() })).toMatchObject({ id: ordered.transactionId ?? '' });
    await expectProblem(await submitAs(person, orderOf({ ...order, ...inCoin() })), 'not_allowed_now');
    await verifyAs(admin, ordered.transactionId ?? '');
    expect(await trunkOf(person, ordered.id)).toMatchObject({ isActive: true, state: 'active' });
    expect(await balanceOf(person)).toBe('0.00');
  });

  test('is neither paid from the balance nor cancelled by its owner', async () => {
    await credit(app, person, '600.00');
    const placed = await orderAs(person, inCoin());
    for (const response of [await payAs(person, placed.id), await cancelAs(person, placed.id)]) {
      await expectProblem(response, 'not_allowed_now');
    }
    expect((await rejectAs(admin, placed.id)).status).toBe(200);
    expect(await userOf(person)).toMatchObject({ role: 'user', credits: '600.00' });
  });
});

describe('POST …/transactions/{txId}/cancel', () => {
  test('fails the order with a reason; it can be ordered anew', async () => {
    const ordered = await orderTrunk(person);
    const response = await cancelAs(person, ordered.transactionId ?? '');
    expect(await response.json()).toMatchObject({ status: 'failed', reason: 'Cancelled', balanceChange: '0.00' });
    expect(await trunksOf(person)).toEqual([]);
    expect(await codeOf(await cancelAs(person, ordered.transactionId ?? ''))).toBe('already_processed');
    expect(await codeOf(await payAs(person, ordered.transactionId ?? ''))).toBe('already_processed');
    expect((await orderTrunk(person)).transactionId).not.toBe(ordered.transactionId);
  });
});

describe('a purchase of credit that names an order', () => {
  const settle = async (orderId: string, amount: string) => {
    const purchase = await readAs(submitAs(person, purchaseOf({ amount, settlesTransactionId: orderId })), transaction);
    expect(purchase.settlesTransactionId).toBe(orderId);
    return verifyAs(admin, purchase.id);
  };

  test('adds its credit and pays the order, in one go', async () => {
    const placed = await orderAs(person);
    expect(await (await settle(placed.id, '300.00')).json()).toMatchObject({
      transaction: { type: 'credit_purchase', balanceChange: '300.00' },
      user: { credits: '50.00', role: 'reseller' },
    });
    const [, order] = await transactionsOf(person);
    expect(order).toMatchObject({ id: placed.id, status: 'completed', balanceChange: '-250.00' });
  });

  test('counts with what the balance holds already', async () => {
    await credit(app, person, '200.00');
    const placed = await orderAs(person);
    await settle(placed.id, '50.00');
    expect(await userOf(person)).toMatchObject({ role: 'reseller', credits: '0.00' });
  });

  test('that is too small only adds its credit', async () => {
    const placed = await orderAs(person);
    await settle(placed.id, '249.99');
    expect(await userOf(person)).toMatchObject({ role: 'user', credits: '249.99' });
    expect((await transactionsOf(person))[1]).toMatchObject({ id: placed.id, status: 'pending' });
  });

  test('whose order was cancelled meanwhile only adds its credit', async () => {
    const placed = await orderAs(person);
    const purchase = await submitAs(person, purchaseOf({ amount: 300, settlesTransactionId: placed.id }));
    const { id } = await readAs(purchase, withId);
    await cancelAs(person, placed.id);
    await verifyAs(admin, id);
    expect(await userOf(person)).toMatchObject({ role: 'user', credits: '300.00' });
  });

  test('must name an order of the customer’s that waits', async () => {
    const stranger = await signUp(app);
    const theirs = await orderAs(stranger);
    const paid = await orderAs(person, inCoin());
    for (const settlesTransactionId of [theirs.id, paid.id, crypto.randomUUID()]) {
      const response = await submitAs(person, purchaseOf({ settlesTransactionId }));
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ errors: [{ path: 'settlesTransactionId' }] });
    }
  });
});
