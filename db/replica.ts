import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { connect } from './client.ts';
import { watchDatabase } from './watch.ts';

/** How late a read from the replica is at most, beside the second for which a look at it holds. */
const MOST_LATE = '5 seconds';
const LOOK_HOLDS_MS = 1000;

/**
 * A read replica of the database, for what may be some seconds late and decides nothing about money: figures, exports, the
 * activity.
 */
export interface Replica {
  /**
   * Reads with `db` and `sql` of the replica in place of those given, and with these where there is none, it is late, or the
   * read fails there.
   * @param work only reads; it may be begun twice
   */
  read<Deps extends object, Result>(deps: Deps, work: (late: Deps) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** @param url of the replica; null: there is none */
export function openReplica(url: string | null, primary: Sql, log: Logger): Replica {
  if (url === null) return { read: (deps, work) => work(deps), stop: async () => {} };
  const named = log.child({ database: 'replica' });
  const { db, sql, cut, close } = connect(url);
  const watch = watchDatabase(url, named, cut);
  let look = { at: -Infinity, isUpToDate: Promise.resolve(false) };
  const isUpToDate = () => {
    if (performance.now() - look.at > LOOK_HOLDS_MS) {
      look = { at: performance.now(), isUpToDate: hasNearlyAll(sql, primary) };
    }
    return look.isUpToDate;
  };
  return {
    read: async (deps, work) => {
      try {
        if (!watch.away && (await watch.guard(isUpToDate))) return await watch.guard(() => work({ ...deps, db, sql }));
      } catch (error) {
        named.info({ error }, 'a read goes to the primary');
      }
      return work(deps);
    },
    stop: async () => {
      await watch.stop();
      await close();
    },
  };
}

/** Both times are by the primary's clock: with each transaction the replica is told when it was committed there. */
async function hasNearlyAll(replica: Sql, primary: Sql): Promise<boolean> {
  const [now] = await primary`select pg_current_wal_lsn()::text as written, clock_timestamp()::text as at`;
  const [row] = await replica`
    select pg_is_in_recovery() and (pg_last_wal_replay_lsn() >= ${now?.written}::pg_lsn
      or pg_last_xact_replay_timestamp() > ${now?.at}::timestamptz - ${MOST_LATE}::interval) as "isUpToDate"`;
  return row?.isUpToDate === true;
}
