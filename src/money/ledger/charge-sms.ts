import { sql as template, type Placeholder, type SQL } from 'drizzle-orm';
import { isoTime } from '../../../db/prepared.ts';
import { type CallerParameters, callerSql } from '../../callers/caller.ts';
import { mayActSql } from '../../callers/guards.ts';
import { eventInsert } from '../../platform/events/transact.ts';
import { countSpendSql, type LimitSql, limitsAllowSql } from '../allowances/spend-limits.ts';
import { pricedSql, shortPricedSql, type SmsForm, type SmsPricingParameters } from '../pricing/price-recipients.ts';
import { owesMarginsSql } from '../margins/owed-margins.ts';
import { balanceEvent } from './events.ts';

/** The values that the charge takes from the surrounding statement. */
export interface SmsChargeParameters extends SmsPricingParameters, CallerParameters {
  /** True for administrators without a second factor: they act only for their own account. */
  secondFactorNeeded: boolean;
  /** The account that pays. */
  owner: string;
  /** The calling codes of the recipients, without repeats, separated by commas. */
  codes: string;
  /** For a message to one number: all that the number begins with (`prefixesOf`). */
  prefixes: string | null;
  transactionId: string;
  entryId: string;
  /** A `Wording` as JSON. */
  wording: string;
  /** The price that the caller was shown, in pounds; null: any. Where some recipients are not charged, it may be less. */
  shownPrice: string | null;
  /** Null if the request has no `Idempotency-Key`. */
  key: string | null;
  method: string;
  path: string;
  keysSince: Date;
}

type Parameters = { [Name in keyof SmsChargeParameters]: Placeholder };

/**
 * The one-statement charge: with `post.ts` the only writer of balances. It is a list of CTEs for the statement that
 * stores the message, so that one round trip checks the caller, the permission and the key, and charges.
 *
 * - `caller (id, role, status)`: empty for an unknown credential
 * - `allowed (id)`: the caller, if they are active, their key may send, and the account is theirs or they
 * are an administrator
 * - `stored (body_hash, status, response)`: the answer that is stored for the key
 * - `priced`, `bill`: the cost of each recipient, and of all of them
 * - `terms`, unless the form is short: the terms of `termsSql`
 * - `charged (id, credits, price, parts, …)`: the account after the debit; empty if nothing was charged
 *
 * The debit is made only if every recipient is sold, the balance covers it, the spend limits allow it and the account
 * is active and owes no margins at the time of the debit. So no simultaneous charge can take the balance below zero or past a limit, and
 * an account that is suspended while the debit waits for its row is not charged.
 */
export function smsChargeSql(p: Parameters, form: SmsForm): SQL {
  const now = template`${p.now}::timestamptz`;
  const short = form === 'short';
  const many = form === 'many';
  const spend = smsSpendSql(p, form);
  const isShownPrice = template`coalesce(${p.shownPrice}::numeric, bill.price) = bill.price`;
  return template`
    caller as materialized (
      select id, role, duty, status, scopes, has_second_factor, is_limited from ${callerSql(p)} c
    ),
    allowed as materialized (
      select id from caller
      where ${mayActSql({
        scope: 'messages',
        owner: template`${p.owner}::uuid`,
        secondFactorNeeded: template`${p.secondFactorNeeded}::boolean`,
      })} ${short ? template`and not is_limited` : template``}
    ),
    stored as materialized (
      select k.body_hash, k.status, k.response
      from allowed a join idempotency_keys k on k.user_id = a.id
      where k.method = ${p.method} and k.path = ${p.path} and k.key = ${p.key}::text
        and k.created_at > ${p.keysSince}::timestamptz
    ),
    ${form === 'short' ? shortPricedSql(p) : pricedSql(p, form)},
    charged as (
      update users u set credits = u.credits - bill.price, ${countSpendSql(spend)}
      from allowed, bill
      where u.id = ${p.owner}::uuid and u.status = 'active' and bill.sold and u.credits >= bill.price
        and ${
          many
            ? template`(${p.unreachedEach}::text is not null and ${p.shownPrice}::numeric > bill.price
          or ${isShownPrice})`
            : isShownPrice
        }
        and not exists (select from stored)
        ${many ? template`and bill.recipients > bill.unreached` : template``}
        and ${limitsAllowSql(spend)} and not ${owesMarginsSql({ id: template`u.id`, role: template`u.role` })}
        and as_ledger()
      returning u.id, u.credits, bill.price, bill.parts${short ? template`` : template`, bill.margin, bill.reseller_id`}${many ? template`, bill.unreached` : template``}
    ),
    charge as (
      insert into transactions (id, user_id, type, amount, wording, status, balance_change,
        balance_after, created_at, settled_at)
      select ${p.transactionId}::uuid, id, 'sms_charge', price, ${p.wording}::text::jsonb, 'completed', -price,
        credits, ${now}, ${now} from charged
    ),
    entry as (
      insert into ledger_entries (id, user_id, amount, balance_after, transaction_id, created_at)
      select ${p.entryId}::uuid, id, -price, credits, ${p.transactionId}::uuid, ${now} from charged
    ),
    ${short ? template`` : template`${marginSql(p)} ${keyLimitSql(p)}`}
    announced as (
      ${eventInsert(balanceEvent, { owner: template`id`, data: balanceData(now), at: now, source: template`charged` })}
    )`;
}

const marginSql = (p: Pick<Parameters, 'transactionId' | 'now'>): SQL => template`
    margin as (
      insert into margins (transaction_id, reseller_id, customer_id, amount, created_at)
      select ${p.transactionId}::uuid, reseller_id, id, margin, ${p.now}::timestamptz from charged where margin > 0
    ),`;

/** The constraint of `api_keys` that refuses a charge past the key's daily limit. */
export const KEY_LIMIT = 'api_keys_daily_limit';

/** Adds the charge to what a key with a daily limit has spent today; past the limit, the whole statement fails. */
const keyLimitSql = (p: Pick<Parameters, 'kind' | 'tokenHash' | 'now'>): SQL => {
  const today = template`(${p.now}::timestamptz at time zone 'UTC')::date`;
  return template`
    counted_by_key as (
      update api_keys k set spent_on = greatest(k.spent_on, ${today}),
        spent_today = c.price + case when k.spent_on >= ${today} then k.spent_today else 0 end
      from charged c where ${p.kind}::text = 'key' and k.token_hash = ${p.tokenHash} and k.daily_limit is not null
    ),`;
};

/** The amount that the message counts against the spend limits of the account `u`. */
export const smsSpendSql = (p: { [Name in 'now' | 'codes' | 'numbers']: Placeholder }, form: SmsForm): LimitSql => ({
  now: template`${p.now}::timestamptz`,
  price: form === 'short' ? template`bill.price` : template`bill.counted`,
  codes: template`${p.codes}::text`,
  byCode: form === 'many' ? template`by_code` : null,
  numbers: form === 'many' ? { table: template`priced` } : { number: template`${p.numbers}::text` },
});

const balanceData = (now: SQL): SQL => template`json_build_object(
  'at', ${isoTime(now)},
  'userId', id, 'credits', credits::text, 'reason', 'sms_charge')`;
