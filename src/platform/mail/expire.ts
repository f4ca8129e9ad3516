import type { Deps } from '../deps.ts';

/** So long the text of a mail can be had again, for whoever asks what was sent. */
const TEXTS_KEPT_DAYS = 30;

/** Removes the texts of old mails; that they were sent, and to whom, stays known. */
export async function expireMails({ sql, clock }: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - TEXTS_KEPT_DAYS * 86_400_000).toISOString();
  await sql`update mails set data = null
    where data is not null and status <> 'pending' and created_at < ${before}::timestamptz`;
}
