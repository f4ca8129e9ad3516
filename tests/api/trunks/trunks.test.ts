import { trunk, type Trunk } from '../../../src/services/trunks/contract.ts';
import { addMonths } from '../../../src/platform/kit/months.ts';
import { credit, makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, readAs, transactionsOf } from '../../kit/index.ts';
import {
  buyTrunk,
  cancelAs,
  orderAs,
  orderTrunk,
  trunkOf,
  trunksOf,
  payAs,
  subscribeAs,
  inCoin,
} from '../payments/orders.ts';
import { verifyAs } from '../payments/payments.ts';

let person: TestActor;
const app = await appForFile({ background: false, soundBooks: true });
beforeEach(async () => {
  person = await signUp(app);
});

const upgradeAs = (who: TestActor, packageId: string, packageType: string) =>
  who.as(`/api/users/${person.id}/voice-packages/${packageId}/upgrade`, { json: { packageType } });

async function ordered(response: Promise<Response>): Promise<Trunk> {
  expect((await response).status).toBe(201);
  return await readAs(response, trunk);
}

describe('POST /api/users/{id}/voice-packages', () => {
  test('takes the payload of the specification and believes nothing of it but the plan', async () => {
    const response = await subscribeAs(person, 'professional', {
      userId: crypto.randomUUID(),
      packageName: 'Mine',
      price: '0.01',
      features: ['everything'],
      callMinutesIncluded: 1_000_000,
      ivrEnabled: false,
      pbxFeaturesEnabled: true,
      conferenceCallsEnabled: false,
      voicemailEnabled: false,
      callForwardingEnabled: false,
      expiresAt: '2099-01-01T00:00:00.000Z',
      isActive: true,
    });
    expect(response.status).toBe(201);
    const made = trunk.parse(await response.json());
    expect(made).toMatchObject({
      userId: person.id,
      packageType: 'professional',
      packageName: 'Professional',
      price: '400.00',
      callMinutesIncluded: 8000,
      isActive: false,
      state: 'pending',
      ivrEnabled: true,
      pbxFeaturesEnabled: false,
      conferenceCallsEnabled: true,
      voicemailEnabled: true,
      upgrades: [],
    });
    expect(made.expiresAt).toBe(addMonths(app.clock.now(), 12).toISOString());
    expect((await transactionsOf(person))[0]).toMatchObject({
      id: made.transactionId,
      type: 'voice_package',
      amount: '400.00',
      status: 'pending',
      voicePackageId: made.id,
    });
  });

  test.each([
    ['basic', '150.00', 2000],
    ['professional', '400.00', 8000],
    ['enterprise', '1500.00', 20_000],
  ] as const)('%s costs £%s for %d minutes a month', async (plan, price, minutes) => {
    expect(await orderTrunk(person, plan)).toMatchObject({ price, callMinutesIncluded: minutes });
  });

  test('a plan that is active is 409 until it expires', async () => {
    await credit(app, person, '400.00');
    await buyTrunk(person);
    await expectProblem(await subscribeAs(person, 'basic'), 'already_subscribed');
    app.clock.advance(366 * 86_400_000);
    expect((await subscribeAs(person, 'basic')).status).toBe(201);
    expect((await trunksOf(person)).map(({ state }) => state)).toEqual(['pending', 'expired']);
  });

  test('a rejected or cancelled package does not count as a package', async () => {
    const made = await orderTrunk(person);
    await cancelAs(person, made.transactionId ?? '');
    expect(await trunksOf(person)).toEqual([]);
    // The customer changes their mind: the same package can be ordered again by its id.
    await credit(app, person, '150.00');
    const again = await orderAs(person, { type: 'voice_package', voicePackageId: made.id });
    expect((await payAs(person, again.id)).status).toBe(200);
    expect(await trunkOf(person, made.id)).toMatchObject({ state: 'active' });
  });
});

describe('the year', () => {
  test.each([
    ['2027-03-01T10:00:00Z', '2028-03-01T10:00'],
    ['2028-02-29T10:00:00Z', '2029-02-28T10:00'],
  ])('ends for a package settled %s on %s, whenever it was ordered', async (settled, expected) => {
    await credit(app, person, '150.00');
    const made = await orderTrunk(person);
    app.clock.moveTo(settled);
    await payAs(person, made.transactionId ?? '');
    const { expiresAt, isActive } = await trunkOf(person, made.id);
    expect({ expiresAt: expiresAt.slice(0, 16), isActive }).toEqual({ expiresAt: expected, isActive: true });
    app.clock.moveTo(new Date(Date.parse(expiresAt) - 10_000));
    expect(await trunkOf(person, made.id)).toMatchObject({ state: 'active' });
    app.clock.moveTo(new Date(Date.parse(expiresAt) + 10_000));
    expect(await trunkOf(person, made.id)).toMatchObject({ state: 'expired', isActive: true, upgrades: [] });
  });
});

describe('POST …/voice-packages/{packageId}/upgrade', () => {
  test('costs the difference for the time left; minutes, day and expiry stay', async () => {
    app.clock.moveTo('2027-01-01T01:00:00Z');
    await credit(app, person, '2000.00');
    const running = await buyTrunk(person);
    // 73 of 365 days later, four fifths of £250 are left.
    app.clock.moveTo('2027-03-15T02:00:00Z');
    const offered = (await trunkOf(person, running.id)).upgrades;
    expect(offered).toEqual([
      { packageType: 'professional', price: '200.00' },
      { packageType: 'enterprise', price: '1080.00' },
    ]);
    const waiting = await ordered(upgradeAs(person, running.id, 'professional'));
    expect(waiting).toMatchObject({ id: running.id, packageType: 'basic', state: 'active' });
    expect((await payAs(person, waiting.transactionId ?? '')).status).toBe(200);
    expect(await trunkOf(person, running.id)).toMatchObject({
      packageType: 'professional',
      callMinutesIncluded: 8000,
      ivrEnabled: true,
      transactionId: null,
      purchasedAt: running.purchasedAt,
      expiresAt: running.expiresAt,
    });
    expect((await transactionsOf(person))[0]).toMatchObject({ amount: '200.00', balanceChange: '-200.00' });
  });

  test('the order is renewed when the price or the plan is another, and never paid twice', async () => {
    await credit(app, person, '2000.00');
    const running = await buyTrunk(person);
    const first = await ordered(upgradeAs(person, running.id, 'professional'));
    expect((await ordered(upgradeAs(person, running.id, 'professional'))).transactionId).toBe(first.transactionId);
    expect((await ordered(upgradeAs(person, running.id, 'enterprise'))).transactionId).not.toBe(first.transactionId);
    expect((await payAs(person, first.transactionId ?? '')).status).toBe(409);
    app.clock.advance(30 * 86_400_000);
    const later = await ordered(upgradeAs(person, running.id, 'enterprise'));
    const [order] = await transactionsOf(person);
    expect(order).toMatchObject({ id: later.transactionId, status: 'pending' });
    expect(Number(order?.amount)).toBeLessThan(1350);
    await payAs(person, later.transactionId ?? '');
    expect(await trunkOf(person, running.id)).toMatchObject({ packageType: 'enterprise', upgrades: [] });
  });

  test('goes up only, from an active package, to a plan that is not there yet', async () => {
    await credit(app, person, '2000.00');
    const waiting = await orderTrunk(person, 'enterprise');
    expect((await upgradeAs(person, waiting.id, 'enterprise')).status).toBe(409);
    const professional = await buyTrunk(person, 'professional');
    expect((await upgradeAs(person, professional.id, 'basic')).status).toBe(422);
    const basic = await buyTrunk(person, 'basic');
    await expectProblem(await upgradeAs(person, basic.id, 'professional'), 'already_subscribed');
    const stranger = await signUp(app);
    expect((await upgradeAs(stranger, basic.id, 'enterprise')).status).toBe(403);
    expect((await upgradeAs(person, crypto.randomUUID(), 'enterprise')).status).toBe(404);
  });

  test('one whose package has ended cannot be granted any more', async () => {
    await credit(app, person, '2000.00');
    const admin = await makeAdmin(app);
    const running = await buyTrunk(person);
    const waiting = await ordered(upgradeAs(person, running.id, 'professional'));
    const order = { type: 'voice_package', voicePackageId: running.id, ...inCoin() };
    await orderAs(person, order);
    expect((await upgradeAs(person, running.id, 'enterprise')).status).toBe(409);
    app.clock.advance(366 * 86_400_000);
    await expectProblem(await verifyAs(admin, waiting.transactionId ?? ''), 'not_allowed_now');
    expect((await transactionsOf(person))[0]).toMatchObject({ status: 'pending' });
  });
});
