import { type SQL, sql as template } from 'drizzle-orm';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { callingCode } from '../../platform/kit/calling-code.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney, type Money, negate, ZERO } from '../../platform/kit/money.ts';
import type { Wording } from '../../platform/kit/faults.ts';
import { countSpendSql } from '../allowances/spend-limits.ts';
import { owedSql, owesMarginsSql, requireNoneOwed } from '../margins/owed-margins.ts';
import type { Margin } from '../pricing/tariff.ts';
import { insufficientCredits } from './enter.ts';
import { balanceEvent } from './events.ts';

export interface CallChargeParameters {
  [name: string]: string | number | Date | null;
  userId: string;
  amount: string;
  change: string;
  counted: string;
  code: string;
  transactionId: string;
  entryId: string;
  /** A `Wording` as JSON. */
  wording: string;
  margin: string;
  resellerId: string | null;
  now: Date;
}

/**
 * The first part of a charge, as a CTE: the balance and the limits change together. `charged (id, credits)`, the account
 * after it, is empty where nothing was charged.
 * @param when a further condition on the account `u`
 */
export function chargedSql(p: Placeholders<CallChargeParameters>, when = template`true`): SQL {
  const [now, change] = [template`${p.now}::timestamptz`, template`${p.change}::numeric`];
  const spend = { ...{ now, price: template`${p.counted}::numeric`, codes: template`${p.code}::text`, byCode: null } };
  return template`
    charged as (
      update users u set credits = u.credits + ${change}, ${countSpendSql(spend)}
      where u.id = ${p.userId}::uuid and u.credits + ${change} >= 0 and ${when}
        and not ${owesMarginsSql({ id: template`u.id`, role: template`u.role` })} and as_ledger()
      returning u.id, u.credits
    )`;
}

/** The rest of it where it takes credit: the transaction, its entry and its margin. Of nothing there is no transaction. */
export function creditTakenSql(p: Placeholders<CallChargeParameters>): SQL {
  const now = template`${p.now}::timestamptz`;
  const [amount, change] = [template`${p.amount}::numeric`, template`${p.change}::numeric`];
  const some = template`from charged where ${amount} > 0`;
  return template`
    made as (
      insert into transactions (id, user_id, type, amount, wording, status, balance_change,
        balance_after, created_at, settled_at)
      select ${p.transactionId}::uuid, id, 'voice_charge', ${amount}, ${p.wording}::text::jsonb, 'completed', ${change},
        credits, ${now}, ${now} ${some}
    ),
    entry as (
      insert into ledger_entries (id, user_id, amount, balance_after, transaction_id, created_at)
      select ${p.entryId}::uuid, id, ${change}, credits, ${p.transactionId}::uuid, ${now} ${some}
    ),
    margin as (
      insert into margins (transaction_id, reseller_id, customer_id, amount, created_at)
      select ${p.transactionId}::uuid, ${p.resellerId}::uuid, id, ${p.margin}::numeric, ${now}
      from charged where ${p.margin}::numeric <> 0
    )`;
}

/** Both alone, in one round trip. */
const charge = prepared<CallChargeParameters, { credits: string | null; margins_owed: string | null }>(
  (p) => template`
    with ${chargedSql(p)}, ${creditTakenSql(p)}
    select charged.credits::text as credits,
      case when charged.id is null then ${owedSql(template`${p.userId}::uuid`)}::numeric(12, 2)::text end as margins_owed
    from (select 1) one left join charged on true`,
);

/** The cost of the longest call. */
export interface CallCharge {
  userId: string;
  /** E.164. */
  destination: string;
  /** Above zero. */
  amount: Money;
  /** The amount that counts against the spend limits, which the caller has asked. */
  counted: Money;
  wording: Wording;
  margin: Margin | null;
  transactionId: string;
  /** The account's balance when this transaction locked its row. */
  credits: Money;
}

/** The values of a charge for its statement. */
export const callChargeValues = (
  { clock, now }: Pick<Transaction, 'clock' | 'now'>,
  { userId, destination, amount, counted, wording, margin, transactionId }: Omit<CallCharge, 'credits'>,
): CallChargeParameters => ({
  ...{ userId, transactionId, entryId: newId(clock), now },
  ...{ amount: formatMoney(amount), change: formatMoney(negate(amount)) },
  ...{ counted: formatMoney(counted), code: callingCode(destination), wording: JSON.stringify(wording) },
  ...{ margin: formatMoney(margin?.amount ?? ZERO), resellerId: margin?.resellerId ?? null },
});

/**
 * Charges what is set aside for a call, and counts it against the limits of its account, whose row this transaction has
 * locked: beside `post.ts` a writer of balances.
 * @throws insufficient_credits
 */
export async function chargeCall(tx: Transaction, { credits, ...order }: CallCharge): Promise<void> {
  const { userId, amount } = order;
  const [charged] = await charge(tx.sql, callChargeValues(tx, order));
  const left = charged?.credits ?? null;
  if (left === null) {
    requireNoneOwed(charged?.margins_owed ?? '0');
    throw insufficientCredits(credits, amount);
  }
  tx.publish(balanceEvent, userId, { userId, credits: left, reason: 'voice_charge' });
}
