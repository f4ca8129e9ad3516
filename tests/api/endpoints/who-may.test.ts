import { afterEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { DUTIES, PERSON_ROLES } from '../../../db/enums.ts';
import { users } from '../../../db/schema/index.ts';
import { routes } from '../../../src/app.ts';
import type { Duty } from '../../../src/platform/kit/duties.ts';
import { PERSON_NAMES, type PersonRole } from '../../../src/platform/kit/people.ts';
import { SCOPES, type Scope } from '../../../src/platform/kit/scopes.ts';
import { call, codeOf, makeAdmin, readAs, signIn, signUp, suspend, type TestActor } from '../../kit/index.ts';
import { addPerson, type TestPerson } from '../../kit/people.ts';
import { makePair } from '../../kit/customers.ts';
import { mayByRole } from './roles.ts';
import { mayByDuty } from './duties.ts';
import { bearer, cookie, type Endpoint, NAMED, pathOf } from './requests.ts';
import { isForAdmins, type Right, type Row } from './row.ts';
import { TABLE } from './table.ts';
import { startWorld } from './world.ts';

/**
 * The callers of each endpoint, by the table; requests are without a body, so that allowed callers get no
 * further.
 */
let reseller: TestActor;
let customer: TestActor;
/** The account on which administrators act. */
type Keys = Partial<Record<Scope | 'all', string>>;
const keys: Record<'owner' | 'admin', Keys> = { owner: {}, admin: {} };
const sessions = new Map<TestActor, string>();
const world = await startWorld();
const { app } = world;
const other = await signUp(app);
({ reseller, customer } = await makePair(app));
const [owner, admin] = [await signUp(app), await makeAdmin(app)];
const suspended = await signUp(app);
await suspend(app, suspended);
const subject = await signUp(app);
const dutiful = new Map<Duty, TestActor>();
for (const duty of DUTIES) {
  const person = await makeAdmin(app);
  await app.deps.db.update(users).set({ duty }).where(eq(users.id, person.id));
  dutiful.set(duty, person);
}
for (const scope of [...SCOPES, 'all'] as const) {
  keys.owner[scope] = await keyFor(owner, scope);
  keys.admin[scope] = await keyFor(admin, scope);
}
const host = await signUp(app);
const people = new Map<PersonRole, TestPerson>();
for (const role of PERSON_ROLES) people.set(role, await addPerson(app, host, role));
await signInAll();

async function keyFor(person: TestActor, scope: Scope | 'all'): Promise<string> {
  // Only administrators move money.
  const scopes = scope === 'money' ? ['admin', scope] : [scope];
  const json = { name: scope, scopes: scope === 'all' ? null : scopes };
  const response = await person.withCookie(`/api/users/${person.id}/api-keys`, { json });
  return (await readAs(response, z.object({ key: z.string() }))).key;
}

/** The result for a caller: let in, or the code of the refusal. */
async function fate(endpoint: Endpoint, account: TestActor, headers: Record<string, string>): Promise<string> {
  const { method } = endpoint;
  const response = await call(world.app, pathOf(endpoint, { id: account.id }), { method }, headers);
  if (response.status !== 401 && response.status !== 403) {
    // An event stream has no end to wait for.
    await response.body?.cancel();
    return 'in';
  }
  return codeOf(response);
}

async function signInAll(): Promise<void> {
  for (const person of [owner, admin, other, reseller, customer, ...dutiful.values()]) {
    sessions.set(person, await signIn(world.app, person));
  }
}

const inBrowser = async ({ name }: Endpoint, person: TestActor) => ({
  cookie: ENDS_SESSIONS.has(name) ? await signIn(world.app, person) : (sessions.get(person) ?? ''),
});
const byKey = (key = '') => ({ authorization: `Bearer ${key}` });

/** These end the session they are called with, or all others: each call has one of its own. */
const ENDS_SESSIONS = new Set(['logout', 'endOtherSessions']);

/** Rights that are for whoever is signed in, whatever the path. */
const FOR_ITSELF = new Set<Right>(['the signed in', 'a browser']);
const BY_KEY_TOO = new Set<Right>(['the signed in', 'the owner', 'the owner alone', 'administrators']);

const scopesOf = ({ method }: Endpoint, { may, key, moves }: Row): Scope[] => {
  if (may === 'administrators') return moves ? ['money'] : ['admin', 'money'];
  return [...(method === 'GET' ? (['read'] as const) : []), ...(key ? [key].flat() : [])];
};

test('every endpoint has a row, and every row an endpoint', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(routes.map(({ endpoint }) => endpoint.name).toSorted());
});

test('every endpoint that a role names is there', () => {
  expect(PERSON_NAMES.filter((name) => !TABLE[name])).toEqual([]);
});

test('a row names a scope where a key may', () => {
  const wrong = Object.entries(TABLE).filter(
    ([, { may, key }]) => (BY_KEY_TOO.has(may) && may !== 'administrators') !== (key !== undefined),
  );
  expect(wrong).toEqual([]);
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

  test('lets people use it by their role', async () => {
    for (const [role, person] of people) {
      const may = mayByRole(role, endpoint, row);
      // In an account that is not the one in which they are, they are strangers.
      for (const [account, isIn] of [
        [host, may],
        [owner, may && FOR_ITSELF.has(row.may)],
      ] as const) {
        const headers = { cookie: ENDS_SESSIONS.has(endpoint.name) ? await signIn(world.app, person) : person.cookie };
        expect(`${role}: ${await fate(endpoint, account, headers)}`).toBe(`${role}: ${isIn ? 'in' : 'forbidden'}`);
      }
    }
  });

  test('takes a key that has the scope, and no other', async () => {
    const who = isForAdmins(row) ? 'admin' : 'owner';
    const account = isForAdmins(row) ? subject : owner;
    const accepted = BY_KEY_TOO.has(may) ? scopesOf(endpoint, row) : [];
    for (const scope of SCOPES) {
      const headers = byKey(keys[who][scope]);
      const expected = accepted.includes(scope) ? 'in' : 'forbidden';
      expect(`${scope}: ${await fate(endpoint, account, headers)}`).toBe(`${scope}: ${expected}`);
    }
    const whole = await fate(endpoint, account, byKey(keys[who].all));
    expect(whole).toBe(BY_KEY_TOO.has(may) && !row.moves ? 'in' : 'forbidden');
  });

  test('lets an administrator’s key act for another account with the scope for administrators only', async () => {
    if (may !== 'the owner') return;
    for (const scope of scopesOf(endpoint, row)) {
      expect(await fate(endpoint, owner, byKey(keys.admin[scope]))).toBe('forbidden');
    }
  });
});
