import { sql as template } from 'drizzle-orm';
import { earnMargin } from '../../../money/margins/margins.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { parseMoney } from '../../../platform/kit/money.ts';
import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

const AT_ONCE = 500;
/** Carriers that report at all have done so after this time. */
const UNHEARD_MS = DAY_MS;

/**
 * Earns the margin of messages that a carrier took and of which nobody has heard for a day: many carriers do not report
 * on every message. What a carrier says later still counts.
 */
export async function earnUnheard(deps: Deps): Promise<void> {
  while ((await transact(deps, earnSome)) === AT_ONCE) continue;
}

async function earnSome(tx: Transaction): Promise<number> {
  const before = new Date(tx.now.getTime() - UNHEARD_MS).toISOString();
  const earned = await tx.db.execute<{ charge: string; amount: string; recipients: number }>(template`
    with due as (
      select message_id, id from sms_recipients
      where status = 'sent' and margin > 0 and earned_unheard_at is null and sent_at <= ${before}::timestamptz
      order by sent_at limit ${AT_ONCE} for update skip locked
    ),
    earned as (
      update sms_recipients r set earned_unheard_at = ${tx.now.toISOString()}::timestamptz
      from due where r.message_id = due.message_id and r.id = due.id
      returning r.message_id, r.margin
    )
    select m.transaction_id as charge, sum(e.margin)::numeric(10, 2)::text as amount, count(*)::integer as recipients
    from earned e join sms_messages m on m.id = e.message_id group by 1`);
  for (const { charge, amount } of earned) await earnMargin(tx, charge, parseMoney(amount));
  return earned.reduce((sum, { recipients }) => sum + recipients, 0);
}
