import { expect, test } from 'bun:test';
import { NUMBER_CODE } from '../../../src/services/senders/code-text.ts';
import { isSealed, unseal } from '../../../src/platform/kit/seal.ts';
import { API_KEY_PREFIX } from '../../../src/shared/mask.ts';
import { ha1 } from '../../../src/services/trunks/digest.ts';
import { cookie, NAMED, sendAs } from './requests.ts';
import { isForAdmins } from './row.ts';
import { makeOwner, startWorld } from './world.ts';

/**
 * Every endpoint is called with success and with a key for its answer. What an answer shows only once, and what somebody
 * typed to sign in, then stands in no column of any table: it is hashed, or sealed.
 */
const world = await startWorld();

/** The fields of answers that show a secret. */
const SECRET = new Set(['password', 'apiKey', 'secret', 'recoveryCodes', 'resetToken', 'token']);

/** Every secret of an answer, wherever it stands in it. A masked key is none. */
function secretsIn(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => secretsIn(each, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([field, each]) => secretsIn(each, field));
  if (typeof value !== 'string' || value === '' || value.includes('…')) return [];
  return SECRET.has(name) || value.startsWith(API_KEY_PREFIX) ? [value] : [];
}

/** The digest hashes of what a SIP answer shows: they are as good as the secret. */
function hashesIn(answer: unknown): string[] {
  const { realm, username, secret } = Object(answer);
  if (typeof username !== 'string') return [];
  return (['MD5', 'SHA-256'] as const).map((each) => ha1(each, { realm, username, secret }));
}

const columnsOfText = async (): Promise<{ table: string; column: string }[]> =>
  world.app.deps.sql<{ table: string; column: string }[]>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying')
      -- What a simulated carrier was given.
      and table_name not like 'sandbox_%'`;

/** The columns in which one of the texts stands. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const { sql } = world.app.deps;
  const found = [];
  for (const { table, column } of await columnsOfText()) {
    const rows = await sql<{ found: number }[]>`
      select count(*)::int as found from ${sql(table)} t, unnest(${[...texts]}::text[]) as looked (looked_for)
      where position(looked_for in coalesce(t.${sql(column)}::text, '')) > 0`;
    if (rows[0]?.found) found.push(`${table}.${column}`);
  }
  return found;
}

test('no secret of an answer, no password and no code stands in any column', async () => {
  const secrets = new Set<string>();
  for (const [, endpoint, row] of NAMED) {
    if (endpoint.method === 'GET') continue;
    const owner = await makeOwner(world);
    secrets.add(owner.key).add(decodeURIComponent(owner.cookie.split('=')[1]?.split('.')[0] ?? owner.cookie));
    const ids = (await row.of?.(world, owner)) ?? {};
    const as = isForAdmins(row) ? cookie(world.admin) : row.may === 'anybody' ? {} : cookie(owner);
    const key: Record<string, string> = endpoint.idempotent ? { 'idempotency-key': Bun.randomUUIDv7() } : {};
    const response = row.call
      ? await row.call(world, owner, endpoint.path.replace(':id', owner.id))
      : await sendAs(world, endpoint, row, { as: { ...as, ...key }, owner, ids });
    const text = await response.text();
    if (!response.headers.get('content-type')?.includes('json') || text === '') continue;
    const answer: unknown = JSON.parse(text);
    for (const secret of [...secretsIn(answer), ...hashesIn(answer)]) secrets.add(secret);
  }
  expect(secrets.size).toBeGreaterThan(100);
  expect(await placesOf([...secrets])).toEqual([]);
}, 120_000);

test('red: a secret that is stored as it is, is found', async () => {
  const owner = await makeOwner(world);
  await world.app.deps.sql`update users set company = ${`my key is ${owner.key}`} where id = ${owner.id}`;
  expect(await placesOf([owner.key])).toEqual(['users.company']);
});

test('a code that proves a number is sealed for its own row', async () => {
  const owner = await makeOwner(world);
  const json = { number: '+447700900123' };
  await owner.as(`/api/users/${owner.id}/number-proofs/message`, { json });
  const [row] = await world.app.deps.sql<{ id: string; sealed: string }[]>`
    select id, sealed_code as sealed from proven_numbers where user_id = ${owner.id}`;
  expect(isSealed(row?.sealed ?? '')).toBe(true);
  const open = (ownerId: string) => unseal(world.app.deps.config, { purpose: NUMBER_CODE, ownerId }, row?.sealed ?? '');
  expect(open(row?.id ?? '')).toMatch(/^\d{6}$/);
  expect(open(owner.id)).toBeNull();
});
