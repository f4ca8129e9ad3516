import { sql as template } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { problemResponse, jsonResponse } from './answer.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';

/** Alive: the process answers. */
export const healthz = (): Response => jsonResponse(200, '{"status":"ok"}');

/** For so long a refusal of the database says that the next request would be refused too, in milliseconds. */
const FULL_MS = 10_000;
let fullAt = -Infinity;

/** Notes that the database had no room for what a request wrote: a question whether it answers does not show that. */
export const noteFullDisk = (): void => {
  fullAt = performance.now();
};

/** Ready: the database answers and takes what is written. */
export async function readyz(deps: Deps): Promise<Response> {
  const reason = await whyNotReady(deps);
  if (reason === null) return jsonResponse(200, '{"status":"ready"}');
  const problem = new Problem('unavailable', { ...fault('unavailable'), text: reason });
  return problemResponse(problem.toBody(), { 'retry-after': '2' });
}

async function whyNotReady(deps: Deps): Promise<string | null> {
  try {
    const [found] = await deps.database.guard(async () =>
      deps.db.execute<{ read_only: boolean }>(template`
        select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only`),
    );
    if (found?.read_only) return 'The database is read only';
  } catch {
    return 'The database does not answer';
  }
  return performance.now() - fullAt < FULL_MS ? "The database's disk is full" : null;
}
