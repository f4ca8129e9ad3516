import { z } from 'zod';
import { call, makeAdmin, signUp, suspend, type TestActor } from '../../kit/actors.ts';
import { expectSoundBooks, makePair, parseAs, readAs } from '../../kit/index.ts';
import { chance, oneOf } from '../../kit/seed.ts';
import { BODIES, hostileText, type Json, spoil } from './hostile.ts';
import { bearer, cookie, type Endpoint, NAMED, thingsIn } from './requests.ts';
import type { Ids, Row } from './row.ts';
import { failedMessage, message } from './things.ts';
import { makeOwner, startWorld } from './world.ts';

/**
 * Every operation with valid, nearly valid and hostile requests, as every kind of caller: no request causes
 * an internal error, an answer outside its contract (the test app's `fetch` checks each) or wrong books.
 * `FUZZ_MINUTES=60 bun test tests/api/endpoints/fuzz.test.ts` runs for an hour; TEST_SEED repeats a run.
 */
const MINUTES = Number(process.env.FUZZ_MINUTES ?? 0);
const REQUESTS = 600;
/** People sign out, suspend each other and change passwords; new ones come after so many requests. */
const CAST_LIVES = 100;
const next = chance('requests by chance');
const OPERATIONS = NAMED.filter(([, { produces }]) => !produces?.includes('text/event-stream'));
const world = await startWorld();

interface Cast {
  /** Whose accounts the paths name. */
  owners: readonly TestActor[];
  /** Headers of whoever calls. */
  callers: readonly Record<string, string>[];
  /** Their things, by owner and endpoint. */
  things: Map<string, Ids>;
}

async function makeCast(): Promise<Cast> {
  const { app } = world;
  const [owner, other, admin, suspended] = [
    await makeOwner(world),
    await makeOwner(world),
    await makeAdmin(app),
    await signUp(app),
  ];
  const { customer } = await makePair(app);
  const { key: reading } = await readAs(
    owner.withCookie(`/api/users/${owner.id}/api-keys`, { json: { name: 'reads', scopes: ['read'] } }),
    z.object({ key: z.string() }),
  );
  await suspend(app, suspended);
  const people = [owner, other, admin, customer, suspended];
  return {
    owners: [owner, owner, other, customer, suspended, admin],
    callers: [
      {},
      { authorization: `Bearer ${reading}` },
      ...[...people, owner, owner, admin].flatMap((person) => [bearer(person), cookie(person)]),
    ],
    things: new Map(),
  };
}

/** The ids in the path: their own where they can have them, else nothing or something impossible. */
async function idsFor({ things }: Cast, owner: TestActor, endpoint: Endpoint, row: Row): Promise<Ids> {
  const key = `${owner.id} ${endpoint.name}`;
  let ids = things.get(key);
  // Makers are for those who may have everything; what another cannot have is named by chance.
  // The maker of a failed message writes its rows by hand, without the refund that the books ask for.
  const make = row.of === failedMessage ? message : row.of;
  if (!ids && make && thingsIn(endpoint).length > 0) ids = await make(world, owner).catch(() => ({}));
  things.set(key, ids ?? {});
  const spoiled = next() < 0.15 ? oneOf(thingsIn(endpoint).concat('id'), next) : null;
  return { id: owner.id, ...ids, ...(spoiled ? { [spoiled]: hostileText(next) || '-' } : {}) };
}

const pathOf = ({ path }: Endpoint, ids: Ids) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeWhole(ids[name] ?? crypto.randomUUID()));

/** Half a letter has no encoding, and Bun itself refuses the first line of a request beyond 16 kB. */
const encodeWhole = (text: string) => encodeURIComponent(text.toWellFormed().slice(0, 1000));

function queryOf({ query }: Endpoint, row: Row): string {
  if (next() < 0.5) return row.query ? `?${row.query}` : '';
  const names = [...Object.keys(query?.shape ?? {}), 'limit', 'before', 'other'];
  return `?${oneOf(names, next)}=${encodeWhole(hostileText(next))}`;
}

async function bodyOf(row: Row, owner: TestActor, ids: Ids): Promise<{ json?: Json; body?: string }> {
  if (next() < 0.12) return { body: oneOf(BODIES, next) };
  const valid = await Promise.resolve(typeof row.json === 'function' ? row.json(world, owner, ids) : row.json).catch(
    () => null,
  );
  if (!valid) return next() < 0.8 ? {} : { json: spoil({}, next) };
  // It is what is sent over the wire.
  const json = parseAs(JSON.stringify(valid), z.json());
  return { json: next() < 0.3 ? json : spoil(json, next) };
}

async function request(cast: Cast): Promise<void> {
  const [place, endpoint, row] = oneOf(OPERATIONS, next);
  const owner = oneOf(cast.owners, next);
  // Most callers are the owner, so that more requests are allowed.
  const caller = next() < 0.7 ? cookie(owner) : oneOf(cast.callers, next);
  const ids = await idsFor(cast, owner, endpoint, row);
  const path = pathOf(endpoint, ids) + queryOf(endpoint, row);
  const { method } = endpoint;
  const sent = method === 'GET' ? {} : await bodyOf(row, owner, ids);
  const headers = {
    ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(next() < 0.1 ? { 'idempotency-key': oneOf(['again', 'x'.repeat(300), ''], next) } : {}),
  };
  const told = `${place}: ${path.slice(0, 300)} ${JSON.stringify(sent).slice(0, 600)} as ${JSON.stringify(caller)}`;
  try {
    const response = await call(world.app, path, { method, ...sent, headers }, caller);
    await response.arrayBuffer();
    expect(response.status).not.toBe(500);
  } catch (error) {
    throw new Error(`${told}\n${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}

test(
  'no request brings about an internal error, an answer outside its contract, or wrong books',
  async () => {
    const until = Date.now() + MINUTES * 60_000;
    let cast = await makeCast();
    for (let sent = 1; sent <= REQUESTS || Date.now() < until; sent++) {
      if (sent % CAST_LIVES === 0) cast = await makeCast();
      await request(cast);
      if (sent % 10_000 === 0) await expectSoundBooks(world.app);
    }
    await expectSoundBooks(world.app);
  },
  60_000 + MINUTES * 61_000,
);
