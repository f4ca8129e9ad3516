import { sql as template } from 'drizzle-orm';
import { connect } from '../../db/client.ts';
import { transact } from '../../src/platform/events/transact.ts';
import { countTotals } from '../../src/money/ledger/count-totals.ts';
import { add, formatMoney, parseMoney } from '../../src/platform/kit/money.ts';
import { post } from '../../src/money/ledger/post.ts';
import { readTotals } from '../../src/platform/totals/read-totals.ts';
import { credit, expectSoundBooks, signUp, startTestApp, forFile, appForFile } from '../kit/index.ts';

const app = await appForFile({ background: false });
const other = await forFile(connect(app.databaseUrl));

const credits = async () => formatMoney((await readTotals(app.deps.sql, app.clock.now())).credits);
const sum = async () => {
  const [row] = await app.deps.sql<{ sum: string }[]>`select sum(credits)::text as sum from users`;
  return row?.sum;
};

test('counting ends where there are accounts and not one entry', async () => {
  await using empty = await startTestApp({ background: false });
  await signUp(empty);
  await countTotals(empty.deps);
  expect(await empty.deps.sql`select seq from ledger_gaps`).toHaveLength(0);
  expect(await readTotals(empty.deps.sql, empty.clock.now())).toMatchObject({ users: 1 });
});

test('an entry that commits after a later one was counted is counted once', async () => {
  const [slow, quick] = [await signUp(app), await signUp(app)];
  await credit(app, slow, '100.00');
  const amount = parseMoney('7.00');
  const row = { userId: slow.id, type: 'adjustment', amount, description: 'slow', status: 'completed' } as const;
  await transact(app.deps, async (tx) => {
    await post(tx, row, { change: amount, reason: 'adjustment' });
    // What it sent has its number only once its connection has answered something behind it.
    await tx.db.execute(template`select 1`);
    await credit(app, quick, '0.50');
    await countTotals(app.deps);
    expect(await credits()).toBe('100.50');
    expect(await app.deps.sql`select seq from ledger_gaps`).toHaveLength(1);
  });
  expect(await credits()).toBe('107.50');
  await countTotals(app.deps);
  expect(await credits()).toBe('107.50');
  expect(await app.deps.sql`select seq from ledger_gaps`).toHaveLength(0);
  await expectSoundBooks(app);
});

test('a change that was rolled back leaves nothing', async () => {
  const person = await signUp(app);
  const before = await credits();
  const amount = parseMoney('9.00');
  const row = { userId: person.id, type: 'adjustment', amount, description: 'x', status: 'completed' } as const;
  const fault = await transact(app.deps, async (tx) => {
    await post(tx, row, { change: amount, reason: 'adjustment' });
    throw new Error('undone');
  }).catch((error: unknown) => error);
  expect(fault).toEqual(new Error('undone'));
  await credit(app, person, '1.00');
  await countTotals(app.deps);
  await app.deps.sql`update ledger_gaps set passed_at = now() - interval '2 days'`;
  await countTotals(app.deps);
  expect(await app.deps.sql`select seq from ledger_gaps`).toHaveLength(0);
  expect(await credits()).toBe(formatMoney(add(parseMoney(before), parseMoney('1.00'))));
});

test('two processes count while accounts, payments and charges go on: every reading is exact', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => signUp(app)));
  const work = { isOver: false };
  const counting = [app.deps, other].map(async (deps) => {
    while (!work.isOver) await countTotals(deps);
  });
  const reading = (async () => {
    let read = 0;
    while (!work.isOver) {
      // One snapshot for both ways of counting.
      const differences = await app.deps.sql.begin('isolation level repeatable read', async (sql) => {
        const { credits: total, users } = await readTotals(sql, app.clock.now());
        const [row] = await sql<{ credits: string; users: number }[]>`
          select sum(credits)::text as credits, count(*)::int as users from users`;
        return { total: { credits: formatMoney(total), users }, counted: row };
      });
      expect(differences.counted).toEqual(differences.total);
      read++;
    }
    return read;
  })();
  await Promise.all(
    people.map(async (person) => {
      for (let each = 0; each < 25; each++) await credit(app, person, '0.25');
      await signUp(app);
    }),
  );
  work.isOver = true;
  await Promise.all(counting);
  expect(await reading).toBeGreaterThan(0);
  expect(await credits()).toBe((await sum()) ?? '');
  await expectSoundBooks(app);
});
