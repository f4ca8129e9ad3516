import { sql as template } from 'drizzle-orm';
import type { UnmatchedReports } from './contract.ts';
import type { Deps } from './deps.ts';

/** A report that has waited for this long belongs to no known message. */
export const UNMATCHED_AFTER_MS = 600_000;

/** If a carrier may write an id in another way than in its answer to the send. */
const ID_SETTINGS: Readonly<Record<string, string>> = { smpp: 'SMPP_RECEIPT_IDS' };

/** Delivery reports that found no message within ten minutes: they are kept for a week. */
export async function listUnmatchedReports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<UnmatchedReports[]> {
  const before = new Date(clock.now().getTime() - UNMATCHED_AFTER_MS).toISOString();
  const rows = await db.execute<{
    provider: string;
    reports: number;
    newest_at: Date;
    ids: string[];
  }>(template`
    select provider, count(*)::int as reports, max(received_at) as newest_at,
      (array_agg(provider_message_id order by received_at desc, provider_message_id))[1:3] as ids
    from carrier_receipts where received_at < ${before}::timestamptz
    group by provider order by provider`);
  return rows.map(({ provider, reports, newest_at: newestAt, ids }) => ({
    provider,
    reports,
    newestAt: new Date(newestAt).toISOString(),
    ids,
    setting: ID_SETTINGS[provider] ?? null,
  }));
}
