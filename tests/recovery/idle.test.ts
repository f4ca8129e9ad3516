import { sql as template } from 'drizzle-orm';
import { startSchedule } from '../../src/platform/schedule.ts';
import { appForFile, eventually } from '../kit/index.ts';

const app = await appForFile();

/** All that was asked in this database so far: what is outside a transaction counts as one of its own. */
async function transactions(): Promise<number> {
  const [row] = await app.deps.sql<{ count: number }[]>`
    select pg_stat_force_next_flush(), (xact_commit + xact_rollback)::integer as count
    from pg_stat_database where datname = current_database()`;
  return row?.count ?? 0;
}

/** In a second; 50 cost a hundredth of a processor in all. */
const MOST = 8;

test('a server without work asks its database for next to nothing', async () => {
  const counts: number[] = [];
  // Soon after its start a process does the chores that are due, which takes a second or two of these.
  for (const _ of Array.from({ length: 9 })) {
    const before = await transactions();
    await Bun.sleep(1000);
    counts.push((await transactions()) - before);
  }
  expect(counts.toSorted((a, b) => a - b)[4]).toBeLessThan(MOST);
});

test('a look does what is there, and only that, rests, and goes on after a failure', async () => {
  const done: string[] = [];
  const note = (name: string) => async () => {
    done.push(name);
    if (name === 'fails') throw new Error('it fails');
  };
  const looks = startSchedule(app.deps, [
    { name: 'not there', isWaiting: () => template`false`, run: note('not there') },
    { name: 'rests', restMs: 60_000, isWaiting: () => template`true`, run: note('rests') },
    { name: 'fails', isWaiting: () => template`true`, run: note('fails') },
    {
      name: 'now',
      isWaiting: (p) => template`${p.now}::timestamptz >= ${p.over}::timestamptz`,
      run: note('now'),
    },
  ]);
  try {
    await eventually('two rounds', async () => done.length >= 5);
  } finally {
    await looks.stop();
  }
  expect(done.slice(0, 5)).toEqual(['rests', 'fails', 'now', 'fails', 'now']);
});

test('a round comes again after its end, also where it fails, and waits for no other', async () => {
  const held = Promise.withResolvers<void>();
  const done: string[] = [];
  const schedule = startSchedule(app.deps, [
    { name: 'long', everyMs: 1, run: () => (done.push('long'), held.promise) },
    { name: 'first', everyMs: 60_000, firstAfterMs: 0, run: async () => void done.push('first') },
    { name: 'fails', everyMs: 5, run: () => (done.push('fails'), Promise.reject(new Error('it fails'))) },
  ]);
  await eventually('it has failed often', async () => done.filter((name) => name === 'fails').length > 3);
  held.resolve();
  await schedule.stop();
  const before = done.length;
  expect(done.filter((name) => name !== 'fails').toSorted()).toEqual(['first', 'long']);
  await app.deps.sql`select pg_sleep(0.05)`;
  expect(done).toHaveLength(before);
});

test('a look that still runs is not begun again, keeps nothing else waiting, and is waited for at the end', async () => {
  const held = Promise.withResolvers<void>();
  let begun = 0;
  let others = 0;
  const looks = startSchedule(app.deps, [
    { name: 'long', isWaiting: () => template`true`, run: () => (begun++, held.promise) },
    { name: 'other', isWaiting: () => template`true`, run: async () => void others++ },
  ]);
  await eventually('two rounds', async () => others >= 2);
  let stopped = false;
  const stopping = looks.stop().then(() => (stopped = true));
  await app.deps.sql`select 1`;
  expect({ begun, stopped }).toEqual({ begun: 1, stopped: false });
  held.resolve();
  await stopping;
});
