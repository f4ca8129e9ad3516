import type { Sql } from 'postgres';
import type { Logger } from 'pino';
import { every, type Repeating } from './kit/every.ts';
import { MINUTE_MS } from './kit/durations.ts';

/** Periodic work that one process does for all of them. */
export interface Chore {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

/** How often a process checks whether a chore is due. */
const LOOK_MS = 15_000;
/**
 * A process that has just started checks after a random delay up to this, so that processes do not all check at
 * once.
 */
const FIRST_LOOK_MS = 5000;
/** A chore that failed, or whose process was killed, is due again after this time. */
const AGAIN_MS = 5 * MINUTE_MS;
/** A due time further ahead than the interval plus this much means that the clock was set back. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

interface Host {
  sql: Sql;
  log: Logger;
}

/**
 * Runs each chore when it is due: one process runs it, and one chore follows another. The due times are in the
 * database, so that hourly chores also run where no process lives for an hour.
 */
export const startChores = (host: Host, chores: readonly Chore[]): Repeating =>
  every(host.log, { name: 'chores', intervalMs: LOOK_MS, firstAfterMs: Math.random() * FIRST_LOOK_MS }, () =>
    doDueChores(host, chores),
  );

/** Runs the chores that are due now. A chore that fails is logged and does not stop the others. */
export async function doDueChores({ sql, log }: Host, chores: readonly Chore[]): Promise<void> {
  const due = await readDue(sql, chores);
  for (const { name, everyMs, run } of chores.filter((chore) => due.has(chore.name))) {
    if (!(await claim(sql, name, everyMs))) continue;
    try {
      await run();
      await sql`update chores set due_at = now() + ${`${everyMs} ms`}::interval where name = ${name}`;
    } catch (error) {
      log.warn({ error, chore: name }, 'a chore failed');
    }
  }
}

/** Those that may be due; mostly none is, and one question is cheaper than a claim for each. */
async function readDue(sql: Sql, chores: readonly Chore[]): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select n.name from unnest(${chores.map(({ name }) => name)}::text[],
      ${chores.map(({ everyMs }) => everyMs + CLOCKS_DIFFER_MS)}::bigint[]) n (name, longest)
    left join chores c using (name)
    where c.due_at is null or c.due_at <= now() or c.due_at > now() + make_interval(secs => n.longest / 1000.0)`;
  return new Set(rows.map(({ name }) => name));
}

/**
 * Claims a chore that is due, and sets its next due time. A due time further ahead than this code ever sets
 * counts as due too: the database's clock was set back.
 */
async function claim(sql: Sql, name: string, everyMs: number): Promise<boolean> {
  const [claimed] = await sql`
    insert into chores as c (name, due_at) values (${name}, now() + ${`${Math.min(AGAIN_MS, everyMs)} ms`}::interval)
    on conflict (name) do update set due_at = excluded.due_at
    where c.due_at <= now() or c.due_at > now() + ${`${everyMs + CLOCKS_DIFFER_MS} ms`}::interval
    returning name`;
  return claimed !== undefined;
}
