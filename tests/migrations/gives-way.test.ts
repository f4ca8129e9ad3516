import { forFile, eventually } from '../kit/index.ts';
import postgres, { type TransactionSql } from 'postgres';
import { runWhenFree } from '../../db/migrate.ts';
import { createDatabase } from '../kit/cluster.ts';

/** How long each of these tables is used: the migration waits for any one of them, in milliseconds. */
const BUSY_MS = 100;
/** Together they take longer than PostgreSQL's `deadlock_timeout` of a second. */
const BUSY = Array.from({ length: 10 }, (_, index) => `busy_${index}`);
const [FIRST, LAST] = ['first', 'last'];
const database = await forFile(createDatabase());
const sql = await forFile(postgres(database.url, { max: 2 * BUSY.length + 1, onnotice: () => {} }));
for (const table of [FIRST, ...BUSY, LAST]) await sql`create table ${sql(table)} ()`;

const untilMigrationWaitsFor = (table: string) =>
  eventually(`the migration waits for ${table}`, async () => {
    const found = await sql`
      select from pg_locks
      where relation = ${table}::regclass and mode = 'AccessExclusiveLock' and not granted`;
    return found.length > 0;
  });

async function writeTo(
  table: string,
  more: (tx: TransactionSql) => Promise<unknown>,
): Promise<{ ended: Promise<unknown> }> {
  const begun = Promise.withResolvers<void>();
  const ended = sql.begin(async (tx) => {
    await tx`lock table ${tx(table)} in row exclusive mode`;
    begun.resolve();
    await more(tx);
  });
  await begun.promise;
  return { ended };
}

test('a migration that waits for many tables, each for a short time, makes no request the victim of a deadlock', async () => {
  const writers = await Promise.all(
    BUSY.flatMap((busy) => {
      // Seen once for both: a second look could come after the table was free again.
      const waits = untilMigrationWaitsFor(busy);
      return [
        writeTo(busy, async () => {
          await waits;
          await Bun.sleep(BUSY_MS);
        }),
        writeTo(LAST, async (tx) => {
          await waits;
          await tx`lock table ${tx(FIRST)} in row exclusive mode`;
        }),
      ];
    }),
  );
  const statements = [FIRST, ...BUSY, LAST].map((table) => `alter table ${table} add column was_free text`);
  const migration = { sql: statements, hash: 'a migration', folderMillis: Date.now(), bps: true };
  const client = postgres(database.url, { max: 1, onnotice: () => {} });
  const answers = await Promise.allSettled([...writers.map(({ ended }) => ended), runWhenFree(client, migration)]);
  await client.end();
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
  const altered = await sql`select from information_schema.columns where column_name = 'was_free'`;
  expect(altered).toHaveLength(statements.length);
}, 60_000);
