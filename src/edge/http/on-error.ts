import type { Logger } from 'pino';
import { DatabaseAway } from '../../../db/watch.ts';
import { brokenConstraint, postgresCode } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { problemResponse } from './answer.ts';
import { noteFullDisk } from './health.ts';
import { fault } from '../../platform/kit/faults.ts';

/** PostgreSQL cannot store the value. It is the caller's error, even if a schema did not catch it. */
const UNSTORABLE = new Set(['22003', '22021', '22P02', '22P05', '22008']);

/** The database is unreachable, starting, stopping, out of connections or disk, or not yet the primary after a failover. */
const UNAVAILABLE = /^(57P0[1-5]|53\d{3}|08\d{3}|25006|58030)$/;
const DISK_FULL = '53100';
const CONNECTION_ERRORS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'CONNECTION_CLOSED', 'CONNECTION_ENDED'],
  ...['CONNECTION_DESTROYED', 'CONNECT_TIMEOUT', 'EPIPE', 'ETIMEDOUT'],
]);

/**
 * Turns any error into a problem. An unexpected error is logged in full, and its answer contains no part of
 * it: no stack trace, no SQL, no part of the request.
 */
export function errorResponse(error: unknown, log: Logger, request: Request): Response {
  if (error instanceof Problem) return problemResponse(error.toBody(), error.headers);
  const code = postgresCode(error);
  if (code && UNSTORABLE.has(code)) {
    return problemResponse(new Problem('validation_failed', sentence('notStorable')).toBody());
  }
  if (isUnavailable(error, code)) {
    log.warn({ error }, 'database unavailable');
    if (code === DISK_FULL) noteFullDisk();
    const problem = new Problem('unavailable', fault('unavailable'));
    return problemResponse(problem.toBody(), { 'retry-after': '2' });
  }
  log.error({ error, method: request.method, path: new URL(request.url).pathname }, 'request failed');
  return problemResponse(new Problem('internal', fault('internal')).toBody());
}

function isUnavailable(error: unknown, code: string | null): boolean {
  if (error instanceof DatabaseAway) return true;
  // This process's clock is behind PostgreSQL's, in a month of the books that is closed; it follows within seconds.
  if (brokenConstraint(error) === 'closed_months') return true;
  if (code && UNAVAILABLE.test(code)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && CONNECTION_ERRORS.has(cause.code)) return true;
  }
  return false;
}
