import { sql as template, type Placeholder, type SQL } from 'drizzle-orm';
import { isoTime } from '../../../db/prepared.ts';
import { callerSql, mayActSql } from '../../callers/guards.ts';
import type { Credential } from '../../callers/credentials.ts';
import { eventInsert } from '../../platform/events/transact.ts';
import { countSpendSql, limitsAllowSql, type SpendSql } from '../allowances/spend-limits.ts';
import { smsRateSql, suppliedSmsSql } from '../pricing/tariff.ts';
import { balanceEvent } from './events.ts';

/** What the charge takes from the statement it is part of. */
export interface SmsChargeParameters {
  tokenHash: string;
  now: Date;
  /** Administrators without a second factor act for themselves only. */
  secondFactorNeeded: boolean;
  /** Who pays. */
  owner: string;
  /** Parts, of all recipients together. */
  units: number;
  /** The calling codes it goes to, separated by commas, and beside them the parts that go to each. */
  codes: string;
  codeUnits: string;
  transactionId: string;
  entryId: string;
  description: string;
  /** Null where the request carries no `Idempotency-Key`. */
  key: string | null;
  method: string;
  path: string;
  keysSince: Date;
}

/**
 * Who is charged: somebody who buys of us directly, or a reseller's customer. Each charges
 * nobody of the other kind, and the many who buy directly have nothing of price lists in their statement.
 */
export type SmsPayer = 'direct' | 'customer';

/** Who pays, and whether the message goes to one country or to several, which takes more to limit. */
export interface SmsCharge {
  payer: SmsPayer;
  manyCountries: boolean;
}

/**
 * The one-statement charge: with `post.ts` the only writer of balances. A list of CTEs for the statement
 * that stores the message, so that one round trip checks the caller, the right and the key, and charges.
 *
 * - `caller (id, role, status)`: empty for an unknown credential
 * - `allowed (id)`: the caller, where they are active, their key may send, and the account is theirs or they
 *   administer
 * - `stored (body_hash, status, response)`: the answer kept for the key
 * - `charged (id, credits, rate, price, …)`: the account after the debit; empty where nothing was charged
 *
 * The price is decided by the account's own row at the moment of the debit, and the debit holds only
 * where the balance covers it and the account's spend limits allow it, so that no concurrent charge can
 * take it below zero or past a limit. So for an account that is suspended while the debit waits for its row.
 */
export function smsChargeSql(
  kind: Credential['kind'],
  p: { [Name in keyof SmsChargeParameters]: Placeholder },
  charge: SmsCharge,
): SQL {
  const { payer } = charge;
  const now = template`${p.now}::timestamptz`;
  const rate = rateSql(payer, now);
  const price = smsPriceSql(p, payer);
  const spend = smsSpendSql(p, charge);
  const ofReseller = payer === 'customer';
  return template`
    caller as materialized (
      select id, role, status, scopes, has_second_factor from ${callerSql(kind, template`${p.tokenHash}`, template`${p.now}`)} c
    ),
    allowed as materialized (
      select id from caller
      where ${mayActSql({
        scope: 'messages',
        owner: template`${p.owner}::uuid`,
        secondFactorNeeded: template`${p.secondFactorNeeded}::boolean`,
      })}
    ),
    stored as materialized (
      select k.body_hash, k.status, k.response
      from allowed a join idempotency_keys k on k.user_id = a.id
      where k.method = ${p.method} and k.path = ${p.path} and k.key = ${p.key}::text
        and k.created_at > ${p.keysSince}::timestamptz
    ),
    ${ofReseller ? template`${suppliedSmsSql(template`${p.owner}::uuid`, now)},` : template``}
    charged as (
      update users u set credits = u.credits - ${price}, ${countSpendSql(spend)}
      from allowed
      where u.id = ${p.owner}::uuid and u.status = 'active' and u.credits >= ${price} and not exists (select from stored)
        and u.reseller_id is ${ofReseller ? template`not null` : template`null`}
        and ${limitsAllowSql(spend)} and as_ledger()
      returning u.id, u.credits, u.reseller_id, ${rate} as rate, ${price} as price
    ),
    charge as (
      insert into transactions (id, user_id, type, amount, description, status, balance_change,
        balance_after, created_at, settled_at)
      select ${p.transactionId}::uuid, id, 'sms_charge', price, ${p.description}, 'completed', -price,
        credits, ${now}, ${now} from charged
    ),
    entry as (
      insert into ledger_entries (id, user_id, amount, balance_after, transaction_id, created_at)
      select ${p.entryId}::uuid, id, -price, credits, ${p.transactionId}::uuid, ${now} from charged
    ),
    ${ofReseller ? marginSql(p, now) : template``}
    announced as (
      ${eventInsert(balanceEvent, {
        owner: template`id`,
        data: balanceData(now),
        at: now,
        source: template`charged`,
      })}
    )`;
}

/** What a customer's charge leaves the reseller, where that is anything. */
const marginSql = (p: { [Name in 'transactionId' | 'units']: Placeholder }, now: SQL): SQL => template`
    margin as (
      insert into margins (transaction_id, reseller_id, customer_id, amount, created_at)
      select ${p.transactionId}::uuid, reseller_id, id,
        (rate - (select rate from supplied)) * ${p.units}::integer, ${now}
      from charged where rate > (select rate from supplied)
    ),`;

const rateSql = (payer: SmsPayer, now: SQL): SQL =>
  payer === 'customer' ? template`(select price from supplied)` : smsRateSql(template`u`, now);

/** What the message costs the account `u`, a row of users. */
export const smsPriceSql = (p: { now: Placeholder; units: Placeholder }, payer: SmsPayer): SQL =>
  template`(${rateSql(payer, template`${p.now}::timestamptz`)} * ${p.units}::integer)`;

/** What the message is to the spend limits of the account `u`. */
export const smsSpendSql = (
  p: { [Name in 'now' | 'units' | 'codes' | 'codeUnits']: Placeholder },
  { payer, manyCountries }: SmsCharge,
): SpendSql => {
  const now = template`${p.now}::timestamptz`;
  return {
    now,
    price: smsPriceSql(p, payer),
    rate: rateSql(payer, now),
    codes: template`${p.codes}::text`,
    codeUnits: manyCountries ? template`${p.codeUnits}::text` : null,
  };
};

const balanceData = (now: SQL): SQL => template`json_build_object(
  'at', ${isoTime(now)},
  'userId', id, 'credits', credits::text, 'reason', 'sms_charge')`;
