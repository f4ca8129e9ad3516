import type { Deps } from '../deps.ts';
import { DAY_MS } from '../kit/durations.ts';

/** The text of a mail is kept for this long, so that support can look up what was sent. */
const TEXTS_KEPT_DAYS = 30;

/** Removes the texts of old mails; the fact that they were sent, and the address, stay stored. */
export async function expireMails({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - TEXTS_KEPT_DAYS * DAY_MS).toISOString();
  await sql`update mails set data = null
    where data is not null and status <> 'pending' and created_at < ${before}::timestamptz`;
}
