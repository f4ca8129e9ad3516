import postgres, { type Sql } from 'postgres';
import { cluster, createDatabase } from '../kit/cluster.ts';
import { openTcpProxy } from '../kit/tcp-proxy.ts';

/**
 * The driver's duties when a connection is cut. These tests fail without patches/postgres@3.4.9.patch, which
 * fixes porsager/postgres #1066, #1154, #1186, #1189, #1208 and #1216, and chooses connections otherwise. A release
 * after 3.4.9 that passes these tests unpatched makes the patch unneeded.
 */

const opened: Sql[] = [];

await cluster();
const database = await createDatabase();
const proxy = await openTcpProxy(database.url);
const killer = postgres(database.url, { max: 1, onnotice: () => {} });
await killer`create table notes (text text not null)`;
beforeEach(() => killer`delete from notes`.execute());
afterAll(async () => {
  for (const sql of opened) await sql.end({ timeout: 1 });
  await killer.end();
  await proxy.stop();
  await database.drop();
});

/** A pool of one connection, unless told otherwise, so that the next query uses the one that was cut. */
function pool({ pipeline = 100, hosts = 1, max = 1 } = {}): Sql {
  const url = new URL(proxy.url);
  url.searchParams.set('max_pipeline', String(pipeline));
  const address = url.toString().replace(url.host, Array.from({ length: hosts }, () => url.host).join());
  const sql = postgres(address, { max, onnotice: () => {}, backoff: () => 0.02 });
  opened.push(sql);
  return sql;
}

const pidOf = async (sql: Pick<Sql, 'unsafe'>): Promise<number> => {
  const [row] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  if (!row) throw new Error('a session has a process');
  return row.pid;
};

/** Ends a session on the server's side, and waits until it is gone. */
const kill = (pid: number) => killer`select pg_terminate_backend(${pid}, 5000)`;
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'no failure', codeOf);
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error);
const answers = async (sql: Sql) => expect(await sql`select 1 as one`).toMatchObject([{ one: 1 }]);
const notes = async () => (await killer<{ text: string }[]>`select text from notes`).map(({ text }) => text);

test('a statement goes to the connection that was used last, whose plans are made', async () => {
  const sql = pool({ max: 4 });
  const all = await Promise.all(Array.from({ length: 4 }, () => pidOf(sql)));
  expect(new Set(all).size).toBe(4);
  const used = new Set<number>();
  for (let query = 0; query < 8; query++) used.add(await pidOf(sql));
  expect(used.size).toBe(1);
});

for (const [how, cut] of [
  ['ended by the server', (pid: number) => kill(pid).then(() => {})],
  ['reset on its way', async () => proxy.reset()],
] as const) {
  test(`a transaction whose connection is ${how} fails, and the pool goes on`, async () => {
    const sql = pool();
    const ended = failure(
      sql.begin(async (tx) => {
        const pid = await pidOf(tx);
        const sleeping = tx`select pg_sleep(20)`.catch(() => {});
        await cut(pid);
        await sleeping;
        // After a transaction has lost its connection, its queries are refused, not silently lost.
        expect(await failure(tx`insert into notes values ('lost')`)).toMatch(/CONNECTION_/);
        expect(await failure(tx`insert into notes values ('lost too')`)).toMatch(/CONNECTION_/);
      }),
    );
    expect(await ended).toMatch(/CONNECTION_|ECONNRESET/);
    for (let query = 0; query < 5; query++) await answers(sql);
    expect(await notes()).toEqual([]);
  });

  test(`queries under way on a connection that is ${how} fail, and the next succeed`, async () => {
    const sql = pool();
    const pid = await pidOf(sql);
    const cutOff = [1, 2, 3].map(() => failure(sql.unsafe('select pg_sleep(20)').execute()));
    await cut(pid);
    for (const each of cutOff) expect(await each).toMatch(/CONNECTION_|ECONNRESET|EPIPE/);
    // A reset is reported as an error first; the connection leaves the pool when it has closed.
    await new Promise(setImmediate);
    for (let query = 0; query < 5; query++) await answers(sql);
  });
}

test("a dead transaction's statement never runs in the next transaction of its connection", async () => {
  const sql = pool();
  const paused = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<number>();
  const late = Promise.withResolvers<unknown>();
  const dead = sql.begin(async (tx) => {
    begun.resolve(await pidOf(tx));
    await paused.promise;
    late.resolve(await failure(tx`insert into notes values ('by the dead one')`));
  });
  const ended = failure(dead);
  await kill(await begun.promise);
  expect(await ended).toMatch(/CONNECTION_|57P01/);

  const second = sql.begin(async (tx) => {
    await tx`insert into notes values ('rolled back')`;
    paused.resolve();
    expect(await late.promise).toMatch(/CONNECTION_/);
    // Gives the dead transaction time to commit.
    await new Promise(setImmediate);
    await tx`select 1`;
    throw new Error('not kept');
  });
  expect(await failure(second)).toBeInstanceOf(Error);
  expect(await notes()).toEqual([]);
  await answers(sql);
});

test('queries that wait inside a transaction fail with its connection', async () => {
  const sql = pool({ pipeline: 1 });
  const outcomes: Promise<unknown>[] = [];
  const ended = failure(
    sql.begin(async (tx) => {
      const pid = await pidOf(tx);
      for (let n = 0; n < 4; n++) outcomes.push(failure(tx`select pg_sleep(20)`.execute()));
      await kill(pid);
      await Promise.all(outcomes);
    }),
  );
  expect(await ended).toMatch(/CONNECTION_/);
  for (const outcome of outcomes) expect(await outcome).toMatch(/CONNECTION_/);
});

test('a reserved connection that is cut fails its queries, and gives way to another once released', async () => {
  const sql = pool();
  const reserved = await sql.reserve();
  await kill(await pidOf(reserved));
  expect(await failure(reserved`select 1`)).toMatch(/CONNECTION_/);
  expect(await failure(reserved`select 1`)).toMatch(/CONNECTION_/);
  reserved.release();
  const again = await sql.reserve();
  await answers(again);
  again.release();
  await answers(sql);
});

test('a transaction that begins behind a full pipeline is one, and leaves none open', async () => {
  const sql = pool({ pipeline: 3 });
  await sql`select 1`;
  const before = [1, 2].map(() => sql`select pg_sleep(0.01)`.execute());
  const filled = sql`select 3`.execute();
  const failed = failure(
    sql.begin(async (tx) => {
      await tx`insert into notes values ('rolled back')`;
      throw new Error('not kept');
    }),
  );
  await Promise.all([...before, filled]);
  await failed;
  await sql`insert into notes values ('kept')`;
  expect(await notes()).toEqual(['kept']);
  const [row] = await killer`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  expect(row).toEqual({ open: 0 });
});

test('where every connection is closed before an answer, a query fails instead of trying for ever', async () => {
  const sql = pool();
  proxy.mode('refuse');
  try {
    expect(await failure(sql`select 1`)).toMatch(/CONNECTION_/);
    expect(await failure(pool({ hosts: 2 })`select 1`)).toMatch(/CONNECTION_/);
  } finally {
    proxy.mode('carry');
  }
  await answers(sql);
});
