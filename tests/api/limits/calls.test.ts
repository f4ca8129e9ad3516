import {
  credit,
  expectProblem,
  funded,
  makePair,
  newNumber,
  postSms,
  type TestActor,
  TestClock,
} from '../../kit/index.ts';
import { endWithSoundBooks, forFile, expectLimited, readLimits, setLimits } from '../../kit/index.ts';
import { giveTrunk, newDestination, order, orderCall, pass, readCall, startVoiceApp } from '../voice/calls.ts';

let person: TestActor;
const app = await forFile(startVoiceApp({}, new TestClock('2031-03-04T10:00:00.000Z')));
endWithSoundBooks(app);
beforeEach(async () => {
  person = await funded(app, '100.00');
});

const LATVIAN = '+37129001234';

test('a call sets aside no more than the limits leave, and gives back what it did not use', async () => {
  await setLimits(person, { dailyLimit: '2.05', countryLimit: '0.55' });
  const { id, cost } = await order(person);
  expect(cost).toBe('0.5000');
  expect(await readLimits(person)).toMatchObject({ spentToday: '0.50', spentByCountry: { '+44': '0.50' } });
  const words = await expectLimited(await orderCall(person));
  expect(words).toContain("this costs £0.10, and £0.05 of today's £0.55 for numbers that begin with +44 is left");
  await pass(app, 2);
  await pass(app, 120);
  const { status, actualCost } = await readCall(person, id);
  expect([status, actualCost]).toEqual(['completed', '0.2000']);
  expect(await readLimits(person)).toMatchObject({ spentToday: '0.20', spentByCountry: { '+44': '0.20' } });
  // Messages and calls have one limit.
  expect((await order(person)).cost).toBe('0.3000');
  await expectLimited(await postSms(person, [newNumber(), newNumber()]));
  expect((await order(person, { destination: LATVIAN })).cost).toBe('0.5000');
});

test('calls at once never pass a limit together', async () => {
  await setLimits(person, { dailyLimit: '7.00' });
  const answers = await Promise.all(Array.from({ length: 12 }, () => orderCall(person)));
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  expect(Number((await readLimits(person)).spentToday)).toBeLessThanOrEqual(7);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) await expectLimited(answer);
});

test('a closed country is not called, not forwarded to, and not paid by a package either', async () => {
  await setLimits(person, { countries: { '+371': '0' } });
  await giveTrunk(app, person, 1000, app.clock.now());
  await expectLimited(await orderCall(person, { destination: LATVIAN }));
  const pbxFeatures = { callForwarding: true, forwardingNumber: LATVIAN };
  await expectLimited(await orderCall(person, { pbxFeatures }));
  await order(person);
  expect((await readLimits(person)).reachedAt).not.toBeNull();
});

test('a forwarded half counts for its own country, and gives back what it did not use', async () => {
  await setLimits(person, { countries: { '+371': '0.35' } });
  const forwarded = { pbxFeatures: { callForwarding: true, forwardingNumber: LATVIAN } };
  const { id, maxMinutes } = await order(person, forwarded);
  expect(maxMinutes).toBe(3);
  expect(await readLimits(person)).toMatchObject({
    spentToday: '0.60',
    spentByCountry: { '+44': '0.30', '+371': '0.30' },
  });
  expect(await expectLimited(await orderCall(person, forwarded))).toContain(
    "this costs £0.10, and £0.05 of today's £0.35 for numbers that begin with +371 is left",
  );
  await pass(app, 2);
  await pass(app, 120);
  expect((await readCall(person, id)).billedMinutes).toBe(2);
  expect(await readLimits(person)).toMatchObject({
    spentToday: '0.40',
    spentByCountry: { '+44': '0.20', '+371': '0.20' },
  });
  // Both halves count for the day.
  await setLimits(person, { dailyLimit: '0.80' });
  expect((await order(person, forwarded)).maxMinutes).toBe(2);
});

test.each([
  ['0.20', 'spend_limit_reached'],
  ['0.19', 'insufficient_credits'],
] as const)('with £%s for a forwarded minute of £0.20 over its limit, %s is said', async (credit, code) => {
  const poor = await funded(app, credit);
  await setLimits(poor, { dailyLimit: '0.05' });
  const forwarded = { pbxFeatures: { callForwarding: true, forwardingNumber: LATVIAN } };
  await expectProblem(await orderCall(poor, forwarded), code);
});

test('a forwarded call takes one place among the calls at once', async () => {
  await app.deps.sql`update users set calls_at_once = 2 where id = ${person.id}`;
  const forwarded = { pbxFeatures: { callForwarding: true, forwardingNumber: LATVIAN } };
  await order(person, forwarded);
  await order(person, forwarded);
  await expectProblem(await orderCall(person, forwarded), 'too_many_calls');
});

test('a call that ends after midnight gives nothing back to the new day', async () => {
  app.clock.moveTo('2031-03-06T23:59:30.000Z');
  const { id } = await order(person, { destination: newDestination() });
  await pass(app, 2);
  app.clock.moveTo('2031-03-07T00:00:10.000Z');
  await postSms(person, [newNumber()]);
  await pass(app, 120);
  expect((await readCall(person, id)).status).toBe('completed');
  expect((await readLimits(person)).spentToday).toBe('0.03');
});

test('a reseller bounds a customer’s day beside the customer’s own limit, for messages and calls, also many at once', async () => {
  const { reseller, customer } = await makePair(app);
  await credit(app, customer, '50.00');
  const path = `/api/users/${reseller.id}/customers/${customer.id}/limit`;
  const limit = (dailyLimit: unknown, as = reseller, at = path) => as.as(at, { method: 'PUT', json: { dailyLimit } });
  expect(await (await limit('1.00')).json()).toMatchObject({ dailyLimit: '1.00' });
  expect(await readLimits(customer)).toMatchObject({ dailyLimit: null, resellerLimit: '1.00' });
  // A customer with a session may widen only their own.
  await setLimits(customer, { dailyLimit: '40.00' });
  expect((await order(customer)).cost).toBe('1.0000');
  await expectLimited(await postSms(customer, [newNumber()]));
  await limit('1.30');
  const answers = await Promise.all(Array.from({ length: 20 }, () => postSms(customer, [newNumber()])));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  await setLimits(customer, { dailyLimit: '1.00' });
  await limit(null);
  await expectLimited(await postSms(customer, [newNumber()]));
  const other = await makePair(app);
  const foreign = `/api/users/${other.reseller.id}/customers/${customer.id}/limit`;
  await expectProblem(await limit('1', other.reseller, foreign), 'not_found');
  await expectProblem(await limit('1', customer), 'forbidden');
  for (const bad of ['-1', '1.001', 'much', undefined]) await expectProblem(await limit(bad), 'validation_failed');
});
