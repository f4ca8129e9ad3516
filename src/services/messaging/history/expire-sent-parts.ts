import { removeOld } from '../../../../db/remove-old.ts';
import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** For this long a report about a part may come: no gateway tries to deliver for longer. */
const KEPT_DAYS = 14;

/** Removes the parts of messages that were accepted long ago. The messages stay, with the result of each recipient. */
export async function expireSentParts({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString();
  await removeOld(sql, 'sms_parts', sql`taken_at < ${before}::timestamptz`);
}
