import type { Sql } from 'postgres';
import type { Logger } from 'pino';
import { every, type Repeating } from './kit/every.ts';

/** Something that one process does for all, once in a while. */
export interface Chore {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
}

/** How often a process looks whether something is due. */
const LOOK_MS = 15_000;
/** A process that has just started looks after a moment, each after another one. */
const FIRST_LOOK_MS = 5000;
/** A chore that failed, or whose process was killed while it ran, is due again after so long. */
const AGAIN_MS = 5 * 60_000;
/** Put off further than this beyond its interval, the clock was set back. */
const CLOCKS_DIFFER_MS = 60_000;

interface Host {
  sql: Sql;
  log: Logger;
}

/**
 * Does chores when they are due: each by one process, one after another. When they are due is kept in the
 * database, so that processes that never live for an hour do what is to be done every hour.
 */
export const startChores = (host: Host, chores: readonly Chore[]): Repeating =>
  every(LOOK_MS, 'chores', host.log, () => doDueChores(host, chores), {
    firstAfterMs: Math.random() * FIRST_LOOK_MS,
  });

/** Does what is due at this moment. A chore that fails is logged and holds no other up. */
export async function doDueChores({ sql, log }: Host, chores: readonly Chore[]): Promise<void> {
  for (const { name, everyMs, run } of chores) {
    if (!(await claim(sql, name, everyMs))) continue;
    try {
      await run();
      await sql`update chores set due_at = now() + ${`${everyMs} ms`}::interval where name = ${name}`;
    } catch (error) {
      log.warn({ error, chore: name }, 'a chore failed');
    }
  }
}

/**
 * Takes a chore that is due, and puts it off for a while. Also one whose time lies further ahead than it ever
 * is put: the database's clock was set back.
 */
async function claim(sql: Sql, name: string, everyMs: number): Promise<boolean> {
  const [claimed] = await sql`
    insert into chores as c (name, due_at) values (${name}, now() + ${`${Math.min(AGAIN_MS, everyMs)} ms`}::interval)
    on conflict (name) do update set due_at = excluded.due_at
    where c.due_at <= now() or c.due_at > now() + ${`${everyMs + CLOCKS_DIFFER_MS} ms`}::interval
    returning name`;
  return claimed !== undefined;
}
