import { eq } from 'drizzle-orm';
import { DUTIES } from '../../../db/enums.ts';
import { users } from '../../../db/schema/index.ts';
import { routes } from '../../../src/app.ts';
import type { Duty } from '../../../src/platform/kit/duties.ts';
import { makePair, makeAdmin, signIn, signUp, suspend, type TestActor } from '../../kit/index.ts';
import { mayByDuty } from './duties.ts';
import { ENDS_SESSIONS, fateOf, FOR_ITSELF } from './fate.ts';
import { bearer, cookie, type Endpoint, NAMED } from './requests.ts';
import { isForAdmins } from './row.ts';
import { TABLE } from './table.ts';
import { startWorld } from './world.ts';

/**
 * The callers of each endpoint, by the table; requests are without a body, so that allowed callers get no
 * further. `who-may-in-part` has people by their role, and keys by their scopes.
 */
let reseller: TestActor;
let customer: TestActor;
const sessions = new Map<TestActor, string>();
const world = await startWorld();
const { app } = world;
const other = await signUp(app);
({ reseller, customer } = await makePair(app));
const [owner, admin] = [await signUp(app), await makeAdmin(app)];
const suspended = await signUp(app);
await suspend(app, suspended);
/** The account on which administrators act. */
const subject = await signUp(app);
const dutiful = new Map<Duty, TestActor>();
for (const duty of DUTIES) {
  const person = await makeAdmin(app);
  await app.deps.db.update(users).set({ duty }).where(eq(users.id, person.id));
  dutiful.set(duty, person);
}
await signInAll();

const fate = (endpoint: Endpoint, account: TestActor, headers: Record<string, string>) =>
  fateOf(world, endpoint, { account, headers });

async function signInAll(): Promise<void> {
  for (const person of [owner, admin, other, reseller, customer, ...dutiful.values()]) {
    sessions.set(person, await signIn(world.app, person));
  }
}

const inBrowser = async ({ name }: Endpoint, person: TestActor) => ({
  cookie: ENDS_SESSIONS.has(name) ? await signIn(world.app, person) : (sessions.get(person) ?? ''),
});

test('every endpoint has a row, and every row an endpoint', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(routes.map(({ endpoint }) => endpoint.name).toSorted());
});

const closed = NAMED.filter(([, , { may }]) => may !== 'anybody');
const open = NAMED.filter(([, , { may }]) => may === 'anybody');

describe.each(open)('%s', (_place, endpoint) => {
  test('asks nobody to sign in', async () => {
    // A carrier or a proxy shows a proof of its own: it is refused for that, not for being nobody.
    const ownDoor = ['putObject', 'carrierCallback', 'callCallback', 'callInstructions'];
    const answer = await fate(endpoint, owner, {});
    // The edge shows its token before anything else is looked at.
    const isOfEdge = endpoint.path.startsWith('/api/sip/');
    if (!isOfEdge && !ownDoor.includes(endpoint.name)) expect(answer).toBe('in');
    expect(await fate(endpoint, owner, cookie(suspended))).toBe(answer);
  });
});

describe.each(closed)('%s', (_place, endpoint, row) => {
  const { may } = row;
  afterEach(async () => {
    if (ENDS_SESSIONS.has(endpoint.name)) await signInAll();
  });

  test('is closed to nobody and to the suspended', async () => {
    expect(await fate(endpoint, owner, {})).toBe('not_signed_in');
    for (const headers of [bearer(suspended), cookie(suspended)]) {
      expect(await fate(endpoint, suspended, headers)).toBe('account_suspended');
    }
  });

  test(`is for ${may}`, async () => {
    const people = [
      [other, owner],
      // A reseller's rights over a customer end where the customer's own begin, and the other way round.
      [reseller, customer],
      [customer, reseller],
    ] as const;
    for (const [person, account] of people) {
      const expected = FOR_ITSELF.has(may) ? 'in' : 'forbidden';
      expect(await fate(endpoint, account, await inBrowser(endpoint, person))).toBe(expected);
    }
    const isOwners = !isForAdmins(row);
    expect(await fate(endpoint, owner, await inBrowser(endpoint, owner))).toBe(isOwners ? 'in' : 'forbidden');
    // The owner's own things are looked up first: a random one is not there for anybody.
    expect(await fate(endpoint, isOwners ? owner : subject, await inBrowser(endpoint, admin))).toBe('in');
  });

  test('lets administrators use it by their duty', async () => {
    if (FOR_ITSELF.has(may)) return;
    for (const [duty, person] of dutiful) {
      const account = isForAdmins(row) ? subject : owner;
      const found = await fate(endpoint, account, await inBrowser(endpoint, person));
      expect(`${duty}: ${found}`).toBe(`${duty}: ${mayByDuty(duty, endpoint, row) ? 'in' : 'forbidden'}`);
    }
  });
});
