import { sql as template } from 'drizzle-orm';
import { unreadReports } from '../../db/schema/index.ts';
import { transact, type Transaction } from '../platform/events/transact.ts';
import { newId } from '../platform/kit/ids.ts';
import { storable } from '../platform/kit/storable.ts';
import type { UnreadReports } from './contract.ts';
import { countFor } from './counts.ts';
import type { Deps } from './deps.ts';
import { takeOnce, type Taking } from './take-once.ts';

/** Longer than any report is; the rest of a text is not kept. */
const LONGEST = 500;
/** So many are kept for each carrier, the newest; each is counted. */
const KEPT = 1000;
const SHOWN = 10;

/**
 * Keeps and counts what was not understood, once it is not a copy.
 * @param taking null where the carrier delivers over its own connection
 */
export async function keepUnread(
  deps: Deps,
  { provider, text, taking }: { provider: string; text: string; taking: Taking | null },
): Promise<void> {
  await transact(deps, async (tx) => {
    if (taking && !(await takeOnce(tx, taking))) return;
    const row = { id: newId(tx.clock), provider, text: storable(text).slice(0, LONGEST).toWellFormed() };
    await tx.db.insert(unreadReports).values({ ...row, receivedAt: tx.now });
    await dropOldest(tx, provider);
    await countFor(tx, { carrier: provider, what: 'reports_not_understood', by: 1 });
  });
  deps.log.warn({ carrier: provider }, 'a delivery report was not understood');
}

const dropOldest = (tx: Transaction, provider: string) =>
  tx.db.execute(template`
    delete from unread_reports where provider = ${provider} and id <= (
      select id from unread_reports where provider = ${provider} order by id desc offset ${KEPT}::integer limit 1)`);

/** For each carrier how many of the last week are kept, and the newest. */
export async function listUnreadReports({ db }: Pick<Deps, 'db'>): Promise<UnreadReports[]> {
  const rows = await db.execute<{ provider: string; reports: number; newest: UnreadReports['newest'] }>(template`
    select provider, count(*)::int as reports,
      (json_agg(json_build_object('id', id, 'text', text, 'at', received_at) order by id desc)) as newest
    from unread_reports group by provider order by provider`);
  return rows.map(({ provider, reports, newest }) => ({
    ...{ provider, reports },
    newest: newest.slice(0, SHOWN).map(({ id, text, at }) => ({ id, text, at: new Date(at).toISOString() })),
  }));
}
