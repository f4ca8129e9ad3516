import { removeOld } from '../../../../db/remove-old.ts';
import type { Deps } from '../../deps.ts';

/** Free again since so long, a hold is of no interest to whoever asks where a number was. */
const LAPSED_DAYS = 7;

/** Removes holds that ran out; one that ran out is free for everybody from its deadline on. */
export async function expireHolds({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - LAPSED_DAYS * 86_400_000).toISOString();
  await removeOld(sql, 'did_numbers', sql`status = 'reserved' and expires_at < ${before}::timestamptz`);
}
