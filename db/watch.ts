import type { Logger } from 'pino';
import postgres, { type Sql } from 'postgres';

/** How often the database is checked, while it answers and while it does not. */
const EVERY_MS = 1000;
const EVERY_MS_AWAY = 200;
/** Longer than a busy server needs for the shortest query, and short enough for a request to be answered within 5 s. */
const ANSWER_MS = 3000;
/** For how long a process that was busy itself may read an answer that has arrived meanwhile. */
const GRACE_MS = 250;

/** Work that waited for the database was given up, because the database does not answer. */
export class DatabaseAway extends Error {
  constructor() {
    super('the database is away');
    this.name = 'DatabaseAway';
  }
}

/** One process's knowledge of its database. */
export interface DatabaseWatch {
  /** It did not answer the last check. */
  readonly away: boolean;
  /**
   * Runs work that needs the database, and gives it up if the database goes away. The result of the work is
   * then ignored, but it may still take effect.
   * @throws {DatabaseAway} if the database is away, or goes away before the work is done
   */
  guard<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

type Finding = 'answers' | 'refuses' | 'silent';

/**
 * Checks the database again and again over a separate connection, so that requests need not wait for a
 * database that is gone: a driver cannot tell a slow answer from none.
 * @param onSilence called when it neither answers nor refuses: connections to it may hang for a quarter of an
 * hour, so they should be cut
 */
export function watchDatabase(url: string, log: Logger, onSilence: () => void): DatabaseWatch {
  const waiting = new Set<(reason: DatabaseAway) => void>();
  let away = false;
  let stopped = false;
  let timer: Timer | null = null;
  let looking: Promise<void> | null = null;
  let sql = open();

  function open(): Sql {
    return postgres(url, {
      max: 1,
      fetch_types: false,
      connect_timeout: ANSWER_MS / 1000,
      backoff: () => 0.05,
      onnotice: () => {},
      onclose: () => lookSoon(0),
      connection: { application_name: 'topline watch' },
    });
  }

  function lookSoon(wait: number): void {
    if (stopped || looking) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      looking = look().finally(() => {
        looking = null;
        lookSoon(away ? EVERY_MS_AWAY : EVERY_MS);
      });
    }, wait);
    timer.unref();
  }

  async function look(): Promise<void> {
    let finding = await ask(sql);
    // One broken connection says nothing about the others.
    if (finding === 'refuses' && !away) finding = await ask(sql);
    if (stopped) return;
    if (finding === 'silent') {
      const old = sql;
      sql = open();
      void old.end({ timeout: 0 }).catch(() => {});
      onSilence();
    }
    note(finding);
  }

  function note(finding: Finding): void {
    const was = away;
    away = finding !== 'answers';
    if (away && !was) log.error({ finding }, 'the database is away');
    if (!away && was) log.info('the database is back');
    if (!away) return;
    for (const letGo of waiting) letGo(new DatabaseAway());
    waiting.clear();
  }

  lookSoon(0);
  return {
    get away() {
      return away;
    },
    guard: async (work) => {
      if (away) throw new DatabaseAway();
      const gone = Promise.withResolvers<never>();
      waiting.add(gone.reject);
      try {
        return await Promise.race([work(), gone.promise]);
      } finally {
        waiting.delete(gone.reject);
      }
    },
    stop: async () => {
      stopped = true;
      if (timer) clearTimeout(timer);
      await sql.end({ timeout: 0 }).catch(() => {});
      await looking;
    },
  };
}

async function ask(sql: Sql): Promise<Finding> {
  const answer = sql`select 1`.then(
    () => 'answers' as const,
    (error: unknown) => findingOf(error),
  );
  const late = Promise.withResolvers<'late'>();
  let timer = setTimeout(() => late.resolve('late'), ANSWER_MS);
  try {
    const first = await Promise.race([answer, late.promise]);
    if (first !== 'late') return first;
    // If this process was busy, the answer may have arrived without having been read.
    const later = Promise.withResolvers<'silent'>();
    timer = setTimeout(() => later.resolve('silent'), GRACE_MS);
    return await Promise.race([answer, later.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A server without free connections serves others; one that starts, stops or is a standby does not serve. */
function findingOf(error: unknown): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'CONNECT_TIMEOUT') return 'silent';
  return code.startsWith('53') ? 'answers' : 'refuses';
}
