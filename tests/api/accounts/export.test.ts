import { z } from 'zod';
import { exportAccount } from '../../../src/accounts/export/export-account.ts';
import type { Actor } from '../../../src/callers/audit.ts';
import { PARTS, ROWS_AT_ONCE } from '../../../src/accounts/export/read-part.ts';
import { parseAs, call, signUp, type TestActor } from '../../kit/index.ts';
import { enableTotp, expectProblem, makeCustomer, newNumber, send, startTestApp, newNumbers } from '../../kit/index.ts';
import { CALLS_IN } from '../endpoints/caller-things.ts';
import { EVERYTHING } from '../endpoints/things.ts';
import { makeOwner, startWorld } from '../endpoints/world.ts';

const exported = z.object({ exportedAt: z.string() }).catchall(z.record(z.string(), z.unknown()).array());
const world = await startWorld();
const ask = (person: TestActor) => person.withCookie('/api/auth/export');
async function textFor(person: TestActor): Promise<string> {
  const response = await ask(person);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="account-[\d-]+\.json"$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return response.text();
}
const fileOf = async (person: TestActor) => parseAs(await textFor(person), exported);

/** Parts that a customer alone cannot fill. */
const SELDOM_THERE = new Set([
  ...['closing', 'testMessages', 'broughtNumbers', 'ownPrices', 'trunkCalls', 'trunkEchoes', 'trunkMinutes', 'debts'],
  ...['resellerTerms', 'marginTotals', 'priceList', 'raisedPrices', 'usage', 'automaticReplies'],
  ...[
    'spending',
    'spendingByPrefix',
    'suddenRises',
    'messageAnswers',
    'paymentEvidence',
    'trunkCredentials',
    'auditOfOwnActions',
  ],
]);

/** Everything that an account can have, including an authenticator app. */
async function giveEverything(owner: TestActor): Promise<void> {
  for (const make of [...EVERYTHING, ...CALLS_IN]) await make(world, owner);
  await enableTotp(world.app, owner);
}

describe('the file of an account', () => {
  test('holds what is theirs, by parts, without secrets, and nothing of another', async () => {
    const [owner, stranger] = [await makeOwner(world), await makeOwner(world)];
    await giveEverything(stranger);
    await giveEverything(owner);
    const text = await textFor(owner);
    const file = parseAs(text, exported);
    expect(Object.keys(file)).toEqual(['exportedAt', ...PARTS.map(({ file }) => file)]);
    const empty = PARTS.map(({ file }) => file).filter((name) => file[name]?.length === 0);
    expect(empty.filter((name) => !SELDOM_THERE.has(name))).toEqual([]);
    expect(file.profile).toHaveLength(1);
    expect(file.profile?.[0]).toMatchObject({ id: owner.id, email: owner.email });
    expect(file.ledger?.every(({ amount }) => typeof amount === 'string')).toBe(true);
    const { sql } = world.app.deps;
    for (const secret of await secretsOf(owner)) expect(text).not.toContain(secret);
    const others = await sql<{ id: string; email: string }[]>`
      select id::text, email from users where id <> ${owner.id} and reseller_id is distinct from ${owner.id}`;
    expect(others.length).toBeGreaterThan(1);
    for (const { id, email } of others) {
      expect(text).not.toContain(email);
      expect(text).not.toContain(id);
    }
  });

  test('comes page by page: no row is missing, none is there twice', async () => {
    const owner = await makeOwner(world);
    const many = newNumbers(ROWS_AT_ONCE + 20);
    await send(owner, many.slice(0, 3));
    await send(owner, many);
    await send(owner, many.slice(0, 2));
    const { messageRecipients: rows = [] } = await fileOf(owner);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(many.length + 5);
    expect(rows).toHaveLength(many.length + 5);
  });

  test('is for a browser alone, five times a day', async () => {
    await using limited = await startTestApp({ background: false, env: { RATE_LIMITS: 'on' } });
    const owner = await signUp(limited);
    await expectProblem(await owner.as('/api/auth/export'), 'forbidden');
    await expectProblem(await call(limited, '/api/auth/export'), 'not_signed_in');
    for (let times = 0; times < 5; times++) await textFor(owner);
    await expectProblem(await ask(owner), 'rate_limited');
  });

  test('breaks off where the session ends', async () => {
    const { deps } = world.app;
    const { id, email, cookie } = await signUp(world.app);
    const [session] = await deps.sql<{ id: string }[]>`select id from sessions where user_id = ${id}`;
    const actor: Actor = {
      ...{ id, email, role: 'user', duty: null, status: 'active', credentialKind: 'session', scopes: null },
      ...{
        credentialId: session?.id ?? '',
        withheld: null,
        proven: true,
        renewalDue: false,
        isTest: false,
        isLimited: false,
      },
    };
    const { content } = await exportAccount({ deps, actor });
    if (typeof content === 'function') throw new Error('the file is made while it is read');
    for (let pieces = 0; pieces < 3; pieces++) expect((await content.next()).done).toBe(false);
    await call(world.app, '/api/auth/logout', { method: 'POST' }, { cookie });
    const rest = async () => {
      while (!(await content.next()).done);
    };
    await expect(rest()).rejects.toMatchObject({ reason: 'not_signed_in' });
  });

  test('says of a customer nothing that is the reseller’s', async () => {
    const reseller = await makeOwner(world);
    const customer = await makeCustomer(world.app, reseller);
    const transfer = { amount: '20.00', direction: 'to_customer' };
    const path = `/api/users/${reseller.id}/customers/${customer.id}/transfers`;
    expect((await reseller.as(path, { json: transfer })).status).toBe(201);
    await send(customer, [newNumber()]);
    const text = await textFor(customer);
    expect(text).not.toContain(reseller.email);
    expect(text).not.toMatch(/"(margin|carrier_cost|supplier_\w+)"/);
  });
});

/** The stored values with which somebody could sign in. */
async function secretsOf({ id, key }: TestActor): Promise<string[]> {
  const rows = await world.app.deps.sql<{ secret: string }[]>`
    select password as secret from users where id = ${id}
    union all select token_hash from sessions where user_id = ${id}
    union all select token_hash from api_keys where user_id = ${id}
    union all select token_hash from known_devices where user_id = ${id}
    union all select sealed_secret from totp_secrets where user_id = ${id}
    union all select code_hash from recovery_codes where user_id = ${id}
    union all select secret from webhooks where user_id = ${id}
    union all select sealed_code from proven_numbers where user_id = ${id}
    union all select password_hash from smpp_accounts where user_id = ${id}
    union all select ha1_md5 from sip_credentials c join voice_packages p on p.id = c.package_id
      where p.user_id = ${id}`;
  expect(rows.length).toBeGreaterThan(8);
  return [...rows.map(({ secret }) => secret), key];
}
