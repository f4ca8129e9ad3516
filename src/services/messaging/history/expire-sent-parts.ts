import { removeOld } from '../../../../db/remove-old.ts';
import type { Deps } from '../../deps.ts';

/** For so long a report on a part may come: longer than any gateway tries to deliver it. */
const KEPT_DAYS = 14;

/** Removes the parts of messages that were taken long ago. The messages stay, with what became of each recipient. */
export async function expireSentParts({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000).toISOString();
  await removeOld(sql, 'sms_parts', sql`taken_at < ${before}::timestamptz`);
}
