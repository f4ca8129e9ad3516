import { KEPT_FOR_DAYS } from '../../../db/enums.ts';
import { retentionSweeps } from '../../../db/schema/index.ts';
import type { Deps } from '../../accounts/deps.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import { type Kept, keptSince, sweptUntil } from '../../platform/retention.ts';
import { MOST_DUE, type Retention } from './contract.ts';

type Needed = Pick<Deps, 'sql' | 'clock' | 'config' | 'db'>;

/** For each kind of data: how long it is kept, how much is due, and when it was last swept. */
export async function listRetention(deps: Needed): Promise<Retention[]> {
  const sweeps = await deps.db.select().from(retentionSweeps);
  return Promise.all(
    KEPT_FOR_DAYS.map(async (what) => {
      const days = daysOf(deps, what);
      const swept = sweeps.find((sweep) => sweep.what === what);
      return {
        what,
        days,
        due: await countDue(deps, what, keptSince(deps.clock, days)),
        sweptAt: swept?.sweptAt?.toISOString() ?? null,
        removed: swept?.removed ?? 0,
      };
    }),
  );
}

const daysOf = ({ config }: Needed, what: Kept): number =>
  ({
    message_texts: config.messageTextsKeptDays,
    conversations: config.messageTextsKeptDays,
    recordings: config.recordingsKeptDays,
    receipts: config.receiptsKeptDays,
    number_papers: config.papersKeptDays,
    webhook_logs: config.webhookLogsKeptDays,
  })[what];

/** Counts up to a limit, with the indexes that the sweeps use. */
async function countDue({ sql }: Needed, what: Kept, before: Date): Promise<number> {
  const firstKept = firstIdAt(before);
  const due = {
    message_texts: sql`sms_messages where id > ${await sweptUntil(sql, 'message_texts')} and id < ${firstKept}
      and message <> ''`,
    conversations: sql`conversation_messages where id < ${firstKept}`,
    recordings: sql`call_recordings where id < ${firstKept} and status in ('ready', 'failed')`,
    receipts: sql`objects o where o.id < ${firstKept} and o.stored_at is not null
      and exists (select from transactions t where t.receipt_image = '/api/objects/' || o.id::text)`,
    number_papers: sql`number_papers where handed_in_at < ${before.toISOString()}::timestamptz
      and details is not null and status in ('approved', 'rejected')`,
    webhook_logs: sql`webhook_deliveries where created_at < ${before.toISOString()}::timestamptz`,
  }[what];
  const [row] = await sql<{ due: number }[]>`
    select count(*)::int as due from (select from ${due} limit ${MOST_DUE}) due`;
  return row?.due ?? 0;
}
