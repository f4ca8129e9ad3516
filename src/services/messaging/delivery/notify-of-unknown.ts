import { sql as template } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** How often this is checked. */
export const TELL_OF_UNKNOWN_MS = 300_000;

/** After this long no late answer is expected. */
const UNCLEAR_AFTER_MS = 600_000;
/** Processes that check at the same time do so one after the other. */
const TELLING_LOCK = 7_460_021;

/** Mails every administrator, once a day, the carriers with messages of which it is unknown whether they were sent. */
export async function notifyOfUnknown(deps: Deps): Promise<void> {
  await transact(deps, async (tx) => {
    await tx.db.execute(template`select pg_advisory_xact_lock(${TELLING_LOCK})`);
    const carriers = await unknownOf(tx);
    if (carriers.length === 0) return;
    for (const id of await untold(tx)) await writeMail(tx, id, { kind: 'unknown_messages', carriers });
  });
}

interface UnknownOf extends Record<string, unknown> {
  carrier: string;
  recipients: number;
  cost: string;
}

const unknownOf = (tx: Transaction): Promise<UnknownOf[]> =>
  tx.db.execute<UnknownOf>(template`
    select provider as carrier, count(*)::int as recipients, sum(cost)::numeric(12, 4)::text as cost
    from sms_recipients
    where status in ('sending', 'unknown') and status = 'unknown'
      and coalesce(claimed_until, due_at) < ${new Date(tx.now.getTime() - UNCLEAR_AFTER_MS).toISOString()}::timestamptz
    group by provider order by provider`);

async function untold(tx: Transaction): Promise<string[]> {
  const since = new Date(tx.now.getTime() - DAY_MS).toISOString();
  const rows = await tx.db.execute<{ id: string }>(template`
    select id from users u where role = 'admin' and status = 'active' and not exists (
      select from mails m where m.user_id = u.id and m.kind = 'unknown_messages'
        and m.created_at > ${since}::timestamptz)
    order by id`);
  return rows.map(({ id }) => id);
}
