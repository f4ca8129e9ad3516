import { join } from 'node:path';
import { z } from 'zod';
import { type Connection, connect } from '../../../db/client.ts';
import { readAs, withId, type ActorInit, csvOf, eventually, type TestActor, xlsxOf } from '../../kit/index.ts';
import { ADMIN_SETTINGS, firstAdministrator, fundedByAdministrator } from '../../kit/administrator.ts';
import { createDatabase } from '../../kit/cluster.ts';
import { type ServerProcess, startServerProcess } from '../../kit/server-process.ts';
import { uploadReceipt } from '../uploads/uploads.ts';

/**
 * One request of one caller holds the event loop, and with it everybody else, for 50 ms at most, besides the wait for
 * fresh memory: 16 MB of it took 60 ms on a virtual machine, and a copy into memory that had been used before 4.
 */

const MOST_MS = 50;
const MANY = 100_000;
const LINES = 5000;
let database: { url: string; drop(): Promise<void> };
let connection: Connection;
let server: ServerProcess;
let admin: TestActor;
let person: TestActor;
let media: string;

beforeAll(async () => {
  database = await createDatabase();
  connection = connect(database.url);
  const env = { ...ADMIN_SETTINGS, SANDBOX_CARRIERS: 'on', LOG_LEVEL: 'info' };
  const preload = join(import.meta.dir, '../../kit/held-loop.ts');
  server = await startServerProcess(database.url, env, { preload });
  admin = await firstAdministrator(server);
  person = await fundedByAdministrator(server, '90000.00');
  media = await uploadReceipt(person);
});
afterAll(async () => {
  await server.stop();
  await connection.close();
  await database.drop();
});

const held = z.object({ heldMs: z.number(), freshMs: z.number() });

/** The longest hold since it was asked for last, in ms of processor time, without the wait for `memory` times 16 MB. */
async function longestHold(memory = 0): Promise<number> {
  const from = server.log.length;
  process.kill(server.pid, 'SIGUSR2');
  const line = await eventually('the server has said it', async () =>
    server.log.slice(from).find((each) => each.includes('heldMs')),
  );
  const { heldMs, freshMs } = held.parse(JSON.parse(line));
  return heldMs - memory * freshMs;
}

type Call = (path: string, init?: ActorInit) => Promise<Response>;

/** So often a request is measured: what else runs on the machine, and a collection of garbage, add to a hold at times. */
const TRIES = 5;

/**
 * @param small it compiles code and prepares statements; only the large one is measured
 * @param memory what one turn takes of it, in 16 MB: the driver copies a statement four times
 */
async function expectTurns(
  call: Call,
  path: string,
  [small, large]: readonly [ActorInit, ActorInit],
  memory = 1,
): Promise<void> {
  await ask(call, path, small);
  const holds: number[] = [];
  while (holds.length < TRIES && !holds.some((hold) => hold < MOST_MS)) {
    await longestHold();
    await ask(call, path, large);
    holds.push(await longestHold(memory));
  }
  expect(Math.min(...holds)).toBeLessThan(MOST_MS);
}

async function ask(call: Call, path: string, init: ActorInit): Promise<void> {
  const response = await call(path, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`answered ${response.status}: ${text.slice(0, 300)}`);
}

const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `+4479${String(index).padStart(8, '0')}`);

const sameText = (count: number) => ({
  json: { senderId: 'Topline', recipients: numbers(count), message: 'To everybody' },
});

/** Five fields each, 16 MB together for 100,000. */
const ownTexts = (count: number) => ({
  json: {
    senderId: 'Topline',
    recipients: numbers(count),
    message: 'Dear {name}, your order {order} of {day} is ready in {town}, {street}.',
    fields: numbers(count).map((_, index) => ({
      name: `Person ${index}`,
      order: `C-${index}`,
      day: 'Monday the 3rd',
      town: 'Newcastle',
      street: `${index % 900} High Street`,
    })),
  },
});
/** To Americans, whose carriers take it, and others. */
const withPicture = (count: number) => ({
  json: {
    ...sameText(count).json,
    recipients: numbers(count).map((number, index) => (index % 2 === 0 ? `+1917${2_000_000 + index}` : number)),
    media,
  },
});
const optedOut = (count: number) => ({ json: { file: numbers(count).join('\n') } });

test.each<[string, string, (count: number) => ActorInit, number]>([
  ['a quote', 'sms/quote', sameText, 1],
  ['a quote for texts of their own', 'sms/quote', ownTexts, 1],
  ['a message', 'sms', sameText, 1],
  ['a message with texts of their own', 'sms', ownTexts, 4],
  ['a message with a picture', 'sms', withPicture, 4],
  ['an import of opted-out numbers', 'opt-outs/import', optedOut, 1],
])(
  '%s, for 100,000 numbers',
  (_, path, init, memory) =>
    expectTurns(person.as, `/api/users/${person.id}/${path}`, [init(1000), init(MANY)], memory),
  240_000,
);

test.each([
  ['CSV', 'text/csv', csvOf],
  ['XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', xlsxOf],
] as const)(
  'a price list of 100,000 rows, by %s',
  async (name, type, fileOf) => {
    const made = await admin.withCookie('/api/admin/rate-decks', { json: { name, kind: 'sell', service: 'voice' } });
    const { id } = await readAs(made, withId);
    const init = (count: number) => ({ method: 'POST', body: fileOf(0, count), headers: { 'content-type': type } });
    const path = `/api/admin/rate-decks/${id}`;
    await expectTurns(admin.withCookie, `${path}/preview`, [init(1000), init(MANY)]);
    await expectTurns(admin.withCookie, `${path}/imports?fileName=prices`, [init(1000), init(MANY)]);
  },
  240_000,
);

test('a year of 5,000 lines, on a statement and in what the account exports', async () => {
  const person = await fundedByAdministrator(server, '10.00');
  await connection.sql.begin(async (sql) => {
    // Otherwise only the ledger writes them.
    await sql`set local session_replication_role = replica`;
    await sql`
      with made as (
        select uuidv7() as id from generate_series(1, ${LINES}::integer)
      ), moved as (
        insert into transactions (id, user_id, type, amount, description, status, balance_change, balance_after,
          created_at, settled_at)
        select id, ${person.id}, 'other', 0.03, 'Test', 'completed', 0.03, 0.03, now(), now() from made
      )
      insert into ledger_entries (id, user_id, amount, balance_after, transaction_id, created_at)
      select uuidv7(), ${person.id}, 0.03, 0.03, id, now() from made`;
  });
  const path = `/api/users/${person.id}`;
  for (const file of [`${path}/statement.pdf`, `${path}/statement.csv`, '/api/auth/export'])
    await expectTurns(person.withCookie, file, [{}, {}]);
}, 60_000);
