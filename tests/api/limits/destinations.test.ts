import { actorOf, funded, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { appForFile, makeDeck, quickSandboxes, sellBy, startTestApp, TestClock } from '../../kit/index.ts';
import { expectProblem, newNumber, postSms, readLimits, setLimits } from '../../kit/index.ts';
import { giveTrunk, order, orderCall, PACE, pass } from '../voice/calls.ts';

const SATELLITE = '+881612345678';
const PREMIUM = '+449061234567';
const CUBAN = '+5351234567';
let person: TestActor;
const app = await appForFile({
  // Nothing that lasts minutes here runs into midnight.
  clock: new TestClock('2031-03-04T10:00:00.000Z'),
  background: false,
  adapters: quickSandboxes({ calls: PACE }),
  env: { CALLS_AT_ONCE: '5' },
  soundBooks: true,
});
const admin = await makeAdmin(app);
beforeEach(async () => {
  person = await funded(app, '100.00');
});

/** That an answer refuses a closed destination. @returns the fields it names */
async function expectClosed(response: Response): Promise<string[]> {
  const problem = await expectProblem(response, 'destination_closed');
  return (problem.errors ?? []).map(({ path }) => path);
}

const open = (destinations: string[], as = admin) =>
  as.withCookie(`/api/admin/users/${person.id}/opened-destinations`, {
    put: { destinations, reason: 'Asked for by letter, identity checked' },
  });

test('twenty hours to satellite, premium and Cuban numbers on a package: each call is refused', async () => {
  await giveTrunk(app, person, 2000, app.clock.now());
  await setLimits(person, { dailyLimit: '1.00', countryLimit: '1.00' });
  for (const destination of [SATELLITE, PREMIUM, CUBAN]) {
    for (let call = 0; call < 7; call++) {
      expect(await expectClosed(await orderCall(person, { destination }))).toEqual(['destination']);
    }
  }
  expect((await readLimits(person)).spentToday).toBe('0.00');
});

test('minutes of a package count against the limits at the standard price', async () => {
  await giveTrunk(app, person, 2000, app.clock.now());
  await setLimits(person, { dailyLimit: '1.00' });
  const { id, cost } = await order(person);
  expect(cost).toBe('0.0000');
  expect((await readLimits(person)).spentToday).toBe('1.00');
  expect((await orderCall(person)).status).toBe(403);
  await pass(app, 2);
  await pass(app, 120);
  const call = await person.as(`/api/users/${person.id}/voice/${id}`);
  expect(await call.json()).toMatchObject({ status: 'completed', duration: 90, actualCost: '0.0000' });
  expect((await readLimits(person)).spentToday).toBe('0.20');
});

test('a closed number is not forwarded to either', async () => {
  const pbxFeatures = { callForwarding: true, forwardingNumber: SATELLITE };
  expect(await expectClosed(await orderCall(person, { pbxFeatures }))).toEqual(['pbxFeatures.forwardingNumber']);
});

test('a closed destination has no price of a call either, until it is opened', async () => {
  const quoteOf = (query: Record<string, string>) =>
    person.as(`/api/users/${person.id}/voice/quote?${new URLSearchParams(query)}`);
  expect(await expectClosed(await quoteOf({ destination: CUBAN }))).toEqual(['destination']);
  const forwarded: Record<string, string> = { destination: '+447911123456', forwardTo: SATELLITE };
  expect(await expectClosed(await quoteOf(forwarded))).toEqual(['forwardTo']);
  expect((await open(['CU', 'satellite'])).status).toBe(200);
  for (const query of [forwarded, { destination: CUBAN }]) {
    expect((await quoteOf(query)).status).toBe(200);
  }
});

test('a message names each closed recipient, and nothing is charged', async () => {
  const response = await postSms(person, [newNumber(), PREMIUM, newNumber(), SATELLITE]);
  expect(await expectClosed(response)).toEqual(['recipients.1', 'recipients.3']);
  expect((await readLimits(person)).spentToday).toBe('0.00');
  // A country that is closed for calls is open for messages unless the operator closes it too.
  expect((await postSms(person, [CUBAN])).status).toBe(201);
});

test('an administrator opens a range and a country for one account, and closes them again', async () => {
  expect((await open(['satellite', 'CU'])).status).toBe(200);
  expect(await readLimits(person)).toMatchObject({ openedDestinations: ['CU', 'satellite'] });
  expect((await orderCall(person, { destination: SATELLITE })).status).toBe(201);
  expect((await orderCall(person, { destination: CUBAN })).status).toBe(201);
  await expectClosed(await orderCall(person, { destination: PREMIUM }));
  const stranger = await funded(app, '10.00');
  await expectClosed(await orderCall(stranger, { destination: SATELLITE }));
  expect((await open([])).status).toBe(200);
  await expectClosed(await orderCall(person, { destination: SATELLITE }));
  expect(await (await admin.withCookie('/api/admin/activity')).json()).toContainEqual(
    expect.objectContaining({
      action: 'destinations.opened',
      detail: expect.objectContaining({ destinations: { from: [], to: ['CU', 'satellite'] } }),
    }),
  );
});

test('countries closed because of the flat price are open where a price list has their own, unless the operator names them', async () => {
  await expectClosed(await orderCall(person, { destination: CUBAN }));
  const strict = await startTestApp({
    background: false,
    beside: app,
    adapters: quickSandboxes({ calls: PACE }),
    env: { CALLS_CLOSED_TO: 'CU' },
  });
  try {
    const rows = ['53', '881', '44'].map((prefix) => ({ prefix, rate: '0.80' }));
    await sellBy(app, 'voice', await makeDeck(app, 'voice', rows));
    expect((await orderCall(person, { destination: CUBAN })).status).toBe(201);
    await expectClosed(await orderCall(person, { destination: SATELLITE }));
    await expectClosed(await orderCall(actorOf(strict, person), { destination: CUBAN }));
  } finally {
    await app.deps.sql`delete from rate_uses`;
    await strict.stop();
  }
});

test('only what there is can be opened, and only by an administrator', async () => {
  expect((await open(['moon'])).status).toBe(422);
  expect((await open(['satellite'], person)).status).toBe(403);
});

test('a new account has five calls at a time, and an administrator gives it more', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => orderCall(person, {})));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
  const given = await admin.withCookie(`/api/admin/users/${person.id}/calls-at-once`, { put: { callsAtOnce: 6 } });
  expect(given.status).toBe(200);
  expect((await orderCall(person)).status).toBe(201);
  expect((await orderCall(person)).status).toBe(409);
});
