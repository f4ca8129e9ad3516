import { z } from 'zod';
import { PERSON_ROLES } from '../../../db/enums.ts';
import { openDemonstration } from '../../../src/callers/contract.ts';
import { VIEW_HEADER } from '../../../src/shared/view-header.ts';
import { PERSON_NAMES, type PersonRole } from '../../../src/platform/kit/people.ts';
import { SCOPES, type Scope } from '../../../src/platform/kit/scopes.ts';
import { call, makeAdmin, readAnswer, readAs, signIn, signUp, type TestActor } from '../../kit/index.ts';
import { addPerson, showToEverybody, type TestPerson } from '../../kit/people.ts';
import { ENDS_SESSIONS, fateOf, FOR_ITSELF } from './fate.ts';
import { mayByRole } from './roles.ts';
import { type Endpoint, NAMED } from './requests.ts';
import { isForAdmins, type Right, type Row } from './row.ts';
import { TABLE } from './table.ts';
import { startWorld } from './world.ts';

/** People of an account by their role, and keys by their scopes, at each endpoint; requests are without a body. */
const world = await startWorld();
const { app } = world;
const [owner, admin, subject, host] = [await signUp(app), await makeAdmin(app), await signUp(app), await signUp(app)];
type Keys = Partial<Record<Scope | 'all', string>>;
const keys: Record<'owner' | 'admin', Keys> = { owner: {}, admin: {} };
for (const scope of [...SCOPES, 'all'] as const) {
  keys.owner[scope] = await keyFor(owner, scope);
  keys.admin[scope] = await keyFor(admin, scope);
}
const people = new Map<PersonRole, TestPerson>();
for (const role of PERSON_ROLES) people.set(role, await addPerson(app, host, role));
const shown = await signUp(app);
await showToEverybody(app, shown);
const opened = await readAnswer(call(app, '/api/auth/demonstration', { method: 'POST' }), openDemonstration);
const { token = '' } = opened ?? {};

async function keyFor(person: TestActor, scope: Scope | 'all'): Promise<string> {
  // Only administrators move money.
  const scopes = scope === 'money' ? ['admin', scope] : [scope];
  const json = { name: scope, scopes: scope === 'all' ? null : scopes };
  const response = await person.withCookie(`/api/users/${person.id}/api-keys`, { json });
  return (await readAs(response, z.object({ key: z.string() }))).key;
}

const fate = (endpoint: Endpoint, account: TestActor, headers: Record<string, string>) =>
  fateOf(world, endpoint, { account, headers });
const byKey = (key = '') => ({ authorization: `Bearer ${key}` });

const BY_KEY_TOO = new Set<Right>(['the signed in', 'the owner', 'the owner alone', 'administrators']);

const scopesOf = ({ method }: Endpoint, { may, key, moves }: Row): Scope[] => {
  if (may === 'administrators') return moves ? ['money'] : ['admin', 'money'];
  return [...(method === 'GET' ? (['read'] as const) : []), ...(key ? [key].flat() : [])];
};

test('every endpoint that a role names is there', () => {
  expect(PERSON_NAMES.filter((name) => !TABLE[name])).toEqual([]);
});

test('a row names a scope where a key may', () => {
  const wrong = Object.entries(TABLE).filter(
    ([, { may, key }]) => (BY_KEY_TOO.has(may) && may !== 'administrators') !== (key !== undefined),
  );
  expect(wrong).toEqual([]);
});

describe.each(NAMED.filter(([, , { may }]) => may !== 'anybody'))('%s', (_place, endpoint, row) => {
  const { may } = row;

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

  test('lets everybody read the demonstration as its reader, and no other account', async () => {
    const may = endpoint.method === 'GET' && endpoint.name !== 'listAccounts' && mayByRole('reader', endpoint, row);
    for (const [account, isIn] of [
      [shown, may],
      [owner, may && FOR_ITSELF.has(row.may)],
    ] as const) {
      const expected = endpoint.name === 'streamEvents' ? 'not_signed_in' : isIn ? 'in' : 'forbidden';
      expect(await fate(endpoint, account, { [VIEW_HEADER]: token })).toBe(expected);
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
