import { type Placeholder, sql as template, type SQL } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Queryable } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { claimsOverAt } from './kit/claims-over.ts';
import type { Clock } from './kit/clock.ts';
import { MINUTE_MS, SECOND_MS } from './kit/durations.ts';
import type { Repeating } from './kit/every.ts';

/** The times that a condition may need: now, and until when claims have surely ended. */
export type LookTimes = { [Name in 'now' | 'over']: Placeholder };

interface Work {
  name: string;
  run: () => Promise<unknown>;
}

/** Work that mostly is not there. Every process does it as soon as it is there, and several may at the same time. */
export interface Look extends Work {
  /** A condition that is true where there may be something to do. It has to be cheap on a database of any size. */
  isWaiting: (p: LookTimes) => SQL;
  /** After its end it is not begun again for so long, where it is cheaper to do much at once. */
  restMs?: number;
}

/** Every process does this for itself again and again, so long after the end of the last time. */
export interface Round extends Work {
  everyMs: number;
  /** When it runs first; by default after one interval. */
  firstAfterMs?: number;
}

/**
 * One process does this for all of them, whenever that time is over, also where no process lives for so long.
 */
export interface Chore extends Work {
  choreEveryMs: number;
}

interface Host {
  db: Queryable;
  sql: Pick<Sql, 'unsafe'>;
  clock: Clock;
  log: Logger;
}

/** How often a process checks whether a chore is due. */
const CHORES_MS = 15 * SECOND_MS;
/** A chore that failed, or whose process was killed, is due again after this time. */
const AGAIN_MS = 5 * MINUTE_MS;
/** A due time further ahead than the interval plus this much means that the clock was set back. */
const CLOCKS_DIFFER_MS = MINUTE_MS;

/**
 * Begins all work of a process that no request asks for, by one timer. One work never waits for another, and none is begun
 * while it still runs. What fails is logged, and tried again the next time.
 */
export function startSchedule(host: Host, works: readonly (Look | Round | Chore)[]): Repeating {
  const looks = works.filter((work) => 'isWaiting' in work);
  const chores = works.filter((work) => 'choreEveryMs' in work);
  const rounds: Round[] = works.filter((work) => 'everyMs' in work);
  const running = new Map<string, Promise<void>>();
  const restsUntil = new Map<string, number>();
  let stopped = false;
  let timer: Timer | undefined;

  const begin = ({ name, run }: Work, then = () => {}) => {
    const done = run()
      .catch((error: unknown) => {
        if (!stopped) host.log.warn({ error, chore: name }, 'a chore failed');
      })
      .then(() => {
        running.delete(name);
        then();
      });
    running.set(name, done);
  };
  if (looks.length > 0) {
    const ask = askFor(looks);
    const run = async () => {
      const [found] = await ask(host.sql, { now: host.clock.now(), over: claimsOverAt(host.clock) });
      if (stopped) return;
      for (const look of looks) {
        const { name, restMs = 0 } = look;
        if (!found?.names.includes(name) || running.has(name) || performance.now() < (restsUntil.get(name) ?? 0))
          continue;
        begin(look, () => restsUntil.set(name, performance.now() + restMs));
      }
    };
    rounds.push({ name: 'look-for-work', everyMs: SECOND_MS, run });
  }
  if (chores.length > 0) {
    // Not all processes at once.
    const firstAfterMs = Math.random() * 5 * SECOND_MS;
    rounds.push({ name: 'chores', everyMs: CHORES_MS, firstAfterMs, run: () => doDueChores(host, chores) });
  }

  const next = new Map(rounds.map((round) => [round, performance.now() + (round.firstAfterMs ?? round.everyMs)]));
  const wait = () => {
    clearTimeout(timer);
    const soonest = Math.min(...next.values());
    if (!stopped && soonest < Infinity) timer = setTimeout(tick, Math.max(0, soonest - performance.now()));
  };
  const tick = () => {
    for (const [round, at] of next) {
      if (at > performance.now()) continue;
      next.set(round, Infinity);
      begin(round, () => {
        next.set(round, atATick(performance.now() + round.everyMs, round.everyMs));
        wait();
      });
    }
    wait();
  };
  wait();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

/** Work that comes once in a second or less comes at one moment of it: an idle process wakes once for all. */
const atATick = (at: number, everyMs: number): number =>
  everyMs < SECOND_MS ? at : Math.round(at / SECOND_MS) * SECOND_MS;

/**
 * One statement, without a transaction, that says which work is there: asking for each alone, a server that has nothing to
 * do would be busy with asking.
 */
const askFor = (looks: readonly Look[]) =>
  prepared<{ now: Date; over: Date }, { names: string[] }>(
    (p) =>
      template`select array_remove(array[${template.join(
        looks.map(({ name, isWaiting }) => template`case when ${isWaiting(p)} then ${template.raw(`'${name}'`)} end`),
        template`, `,
      )}], null) as names`,
  );

/**
 * Does the chores that are due now, one after the other. Their due times are in the database. A chore that fails does not
 * stop the others.
 */
export async function doDueChores({ db, log }: Pick<Host, 'db' | 'log'>, chores: readonly Chore[]): Promise<void> {
  const due = await readDue(db, chores);
  for (const { name, choreEveryMs, run } of chores.filter((chore) => due.has(chore.name))) {
    if (!(await claim(db, name, choreEveryMs))) continue;
    try {
      await run();
      await db.execute(
        template`update chores set due_at = now() + ${`${choreEveryMs} ms`}::interval where name = ${name}`,
      );
    } catch (error) {
      log.warn({ error, chore: name }, 'a chore failed');
    }
  }
}

/** Those that may be due; mostly none is, and one question is cheaper than a claim for each. */
async function readDue(db: Queryable, chores: readonly Chore[]): Promise<Set<string>> {
  const rows = await db.execute<{ name: string }>(template`
    select n.name from unnest(${template.param(chores.map(({ name }) => name))}::text[],
      ${template.param(chores.map(({ choreEveryMs }) => choreEveryMs + CLOCKS_DIFFER_MS))}::bigint[]) n (name, longest)
    left join chores c using (name)
    where c.due_at is null or c.due_at <= now() or c.due_at > now() + make_interval(secs => n.longest / 1000.0)`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Claims a chore that is due, and sets its next due time. A due time further ahead than this code ever sets
 * counts as due too: the database's clock was set back.
 */
async function claim(db: Queryable, name: string, everyMs: number): Promise<boolean> {
  const [claimed] = await db.execute(template`
    insert into chores as c (name, due_at) values (${name}, now() + ${`${Math.min(AGAIN_MS, everyMs)} ms`}::interval)
    on conflict (name) do update set due_at = excluded.due_at
    where c.due_at <= now() or c.due_at > now() + ${`${everyMs + CLOCKS_DIFFER_MS} ms`}::interval
    returning name`);
  return claimed !== undefined;
}
