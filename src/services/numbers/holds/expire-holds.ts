import { removeOld } from '../../../../db/remove-old.ts';
import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** Holds that ended longer ago than this are no longer needed. */
const LAPSED_DAYS = 7;

/** Removes holds that have ended; the number is free for everybody from the deadline on. */
export async function expireHolds({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - LAPSED_DAYS * DAY_MS).toISOString();
  await removeOld(sql, 'did_numbers', sql`status = 'reserved' and expires_at < ${before}::timestamptz`);
}
