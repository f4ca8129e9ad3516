import { NUMBER_CODE } from '../../../src/services/senders/code-text.ts';
import { isSealed, unseal } from '../../../src/platform/kit/seal.ts';
import { enableTotp, type TestActor } from '../../kit/index.ts';
import { callerOf, cookie, type Endpoint, NAMED, onlyReads, sendAs } from './requests.ts';
import { type Ids, isForAdmins, type Maker, type Row } from './row.ts';
import { everyRow } from './every-row.ts';
import { placesOf, secretsIn } from './secrets.ts';
import { approvedPayment, EVERYTHING, unknownGroup, unknownRecipient } from './things.ts';
import { invoice } from './invoice-things.ts';
import { makeOwner, startWorld } from './world.ts';

/**
 * Every endpoint that changes something is called with success. It leaves the row of the audit log that the table names,
 * or none if the table says why, and changes nothing of somebody whom it is not about. What an answer shows only once, and what somebody typed to sign in, then stands in no
 * column of any table: it is hashed, or sealed.
 */
let owner: TestActor;
const secrets = new Set<string>();
/** An administrator settles those of a carrier together, whoever's they are; invoices share a range of numbers. */
const FOR_ALL: ReadonlySet<Maker> = new Set([unknownRecipient, unknownGroup, invoice]);
/** The things of somebody whom none of the calls is about. */
const world = await startWorld();
const before = await everyRow(world.app);
const bystander = await makeOwner(world);
for (const make of EVERYTHING.filter((each) => !FOR_ALL.has(each))) await make(world, bystander);
// An owner of one of these cannot make most of the other things without it.
await enableTotp(world.app, await makeOwner(world));
/** None of the calls is about this account. */
const reader = await makeOwner(world);
/** One shows which lists of prices administrators offer, the other a document of its own each time. */
const READS_OTHERS = new Set(['getPriceList', 'exportStatementPdf']);
/** What an account reads of itself, by endpoint. */
async function readBy(person: TestActor): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  for (const [place, endpoint, row] of NAMED) {
    const isOwn = endpoint.path.includes('/:id') && !isForAdmins(row) && !row.of && !row.call;
    if (endpoint.method !== 'GET' || !isOwn || READS_OTHERS.has(endpoint.name)) continue;
    const response = await sendAs(world, endpoint, row, { as: cookie(person), owner: person, ids: {} });
    told.set(place, await response.text());
  }
  return told;
}
const readAtFirst = await readBy(reader);
const made = (await everyRow(world.app)).difference(before);
// Mails are sent by whichever test looks for one.
const ofOthers = new Set([...made].filter((row) => !row.startsWith('mails: ')));

interface Trace {
  action: string;
  actor_id: string | null;
  subject_user_id: string | null;
}

/** Those that are there. By their ids, and not by their order: clocks are put back after each test. */
const tracesNow = async (): Promise<string[]> =>
  (await world.app.deps.sql<{ id: string }[]>`select id from audit_log`).map(({ id }) => id);
const tracesBeside = (known: readonly string[]): Promise<Trace[]> =>
  world.app.deps.sql<Trace[]>`
    select action, actor_id, subject_user_id from audit_log where not id = any (${[...known]}::uuid[])
    order by id`;

async function succeed(endpoint: Endpoint, row: Row, ids: Ids): Promise<void> {
  // So that the answer is kept for a repetition.
  const key: Record<string, string> = endpoint.idempotent ? { 'idempotency-key': Bun.randomUUIDv7() } : {};
  const response = row.call
    ? await row.call(world, owner, endpoint.path.replace(':id', owner.id))
    : await sendAs(world, endpoint, row, { as: { ...callerOf(world, row, owner), ...key }, owner, ids });
  const expected = row.answers ?? endpoint.status;
  if (response.status !== expected) expect(await response.text()).toBe(`an answer of ${expected}`);
  if (endpoint.method === 'GET') return response.body?.cancel();
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  const told = isJson ? secretsIn(JSON.parse(text)) : [];
  const token = decodeURIComponent(owner.cookie.split('=')[1]?.split('.')[0] ?? owner.cookie);
  for (const secret of [owner.key, token, ...told]) secrets.add(secret);
}

describe.each(NAMED.filter(([, endpoint, row]) => !onlyReads(endpoint, row)))('%s', (_place, endpoint, row) => {
  test(typeof row.leaves === 'string' ? `leaves ${row.leaves}` : 'leaves no trace', async () => {
    owner = await makeOwner(world);
    const ids = (await row.of?.(world, owner)) ?? {};
    if (endpoint.method !== 'GET') expect(row.leaves).toBeDefined();
    const json = typeof row.json === 'function' ? await row.json(world, owner, ids) : row.json;
    const known = await tracesNow();
    await succeed(endpoint, { ...row, json }, ids);
    const traces = await tracesBeside(known);
    if (typeof row.leaves !== 'string') {
      if (!row.call) expect(traces).toEqual([]);
      return;
    }
    const trace = traces.findLast(({ action }) => action === row.leaves);
    expect(trace?.action).toBe(row.leaves);
    if (isForAdmins(row)) expect(trace?.actor_id).toBe(world.admin.id);
    else if (row.may !== 'anybody') expect(trace?.actor_id).toBe(owner.id);
  });
});

test('the word of the first of two administrators leaves approval.asked', async () => {
  owner = await makeOwner(world);
  const known = await tracesNow();
  await approvedPayment(world, owner);
  expect(await tracesBeside(known)).toContainEqual({
    action: 'approval.asked',
    actor_id: world.admin.id,
    subject_user_id: owner.id,
  });
});

test('all of these together have changed nothing of somebody else', async () => {
  expect(ofOthers.size).toBeGreaterThan(100);
  expect([...ofOthers.difference(await everyRow(world.app))]).toEqual([]);
});

test('what all of these have changed is read by nobody whom it is not about', async () => {
  const readNow = await readBy(reader);
  expect(readNow.size).toBeGreaterThan(40);
  for (const [place, text] of readAtFirst) expect(`${place}: ${readNow.get(place)}`).toBe(`${place}: ${text}`);
});

test('no secret of an answer, no password and no code stands in any column', async () => {
  expect(secrets.size).toBeGreaterThan(100);
  expect(await placesOf(world.app, [...secrets])).toEqual([]);
}, 120_000);

test('red: a secret that is stored as it is, is found', async () => {
  owner = await makeOwner(world);
  await world.app.deps.sql`update users set company = ${`my key is ${owner.key}`} where id = ${owner.id}`;
  expect(await placesOf(world.app, [owner.key])).toEqual(['users.company']);
});

test('a code that proves a number is sealed for its own row', async () => {
  owner = await makeOwner(world);
  const json = { number: '+447700900123' };
  await owner.as(`/api/users/${owner.id}/number-proofs/message`, { json });
  const [row] = await world.app.deps.sql<{ id: string; sealed: string }[]>`
    select id, sealed_code as sealed from proven_numbers where user_id = ${owner.id}`;
  expect(isSealed(row?.sealed ?? '')).toBe(true);
  const open = (ownerId: string) => unseal(world.app.deps.config, { purpose: NUMBER_CODE, ownerId }, row?.sealed ?? '');
  expect(open(row?.id ?? '')).toMatch(/^\d{6}$/);
  expect(open(owner.id)).toBeNull();
});
