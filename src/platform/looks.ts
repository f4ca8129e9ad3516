import { type Placeholder, sql as template, type SQL } from 'drizzle-orm';
import type { Sql } from 'postgres';
import type { Logger } from 'pino';
import { prepared } from '../../db/prepared.ts';
import { claimsOverAt } from './kit/claims-over.ts';
import type { Clock } from './kit/clock.ts';
import { SECOND_MS } from './kit/durations.ts';
import { every, type Repeating } from './kit/every.ts';

/** The times that a condition may need: now, and until when claims have surely ended. */
export type LookTimes = { [Name in 'now' | 'over']: Placeholder };

/** Work that mostly is not there, and that every process may do. */
export interface Look {
  name: string;
  /** A condition that is true where there may be something to do. It has to be cheap on a database of any size. */
  isWaiting: (p: LookTimes) => SQL;
  /** Does it, and may run in several processes at the same time. */
  run: () => Promise<void>;
}

interface Host {
  sql: Sql;
  clock: Clock;
  log: Logger;
}

/**
 * Asks once a second, with one statement and without a transaction, which work is there, and does only that: asking for
 * each alone, a server that has nothing to do would be busy with asking. One work never waits for another, and none is
 * begun while it still runs.
 */
export function startLooks(host: Host, looks: readonly Look[]): Repeating {
  const running = new Map<string, Promise<void>>();
  const ask = prepared<{ now: Date; over: Date }, { names: string[] }>(
    (p) =>
      template`select array_remove(array[${template.join(
        looks.map(
          ({ name, isWaiting }) => template`case when ${isWaiting(p)} then ${template.raw(`'${name}'`)} end`,
        ),
        template`, `,
      )}], null) as names`,
  );
  const begin = ({ name, run }: Look) => {
    const done = run()
      .catch((error: unknown) => host.log.warn({ error, chore: name }, 'a chore failed'))
      .finally(() => running.delete(name));
    running.set(name, done);
  };
  const asking = every(host.log, { name: 'look-for-work', intervalMs: SECOND_MS }, async () => {
    const [found] = await ask(host.sql, { now: host.clock.now(), over: claimsOverAt(host.clock) });
    for (const look of looks) if (found?.names.includes(look.name) && !running.has(look.name)) begin(look);
  });
  return {
    stop: async () => {
      await asking.stop();
      await Promise.all(running.values());
    },
  };
}
