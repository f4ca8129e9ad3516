import { sql as template } from 'drizzle-orm';
import { isLost } from '../../money/payments/reversals/find-reversals.ts';
import type { Deps } from '../../services/deps.ts';
import type { Comparisons } from './contract.ts';

/** A verified payment is looked up daily for so long. */
const LOOKED_AT_DAYS = 30;
const ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
/** Reports of a call's end may take so long. */
const LATE = template`interval '2 minutes'`;

/**
 * Verified payments that their chain no longer shows (`lost`), never showed, or shows smaller than they were credited; those
 * that an administrator verified in spite of that had their reason then. Amounts count to their sixth decimal place.
 */
export const findMissingPayments = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db.execute<Comparisons['payments'][number]>(template`
    select t.id as "transactionId", u.email, t.amount::text as amount, e.lost
    from (
      select transaction_id as id from chain_evidence where lost is not null
      union select id from transactions where status = 'verified' and verified_despite is null
        and settled_at > ${clock.now().toISOString()}::timestamptz - make_interval(days => ${LOOKED_AT_DAYS}::int)
    ) candidate
    join transactions t using (id) join users u on u.id = t.user_id
    join chain_evidence e on e.transaction_id = t.id
    where ${isLost} or e.lost is null and e.transaction_hash = t.transaction_hash and e.checked_at is not null
      and (e.found_at is null or e.arrived::numeric < trunc(coalesce(t.received_crypto_amount,
        case when t.received_amount is null then t.crypto_amount end)::numeric, 6))
      and not exists (select from payment_reversals r
        where r.transaction_id = t.id and r.reversal_transaction_id is not null)
    order by t.id limit 100`);

/** Dialogs that Kamailio keeps and that no running call, call to the echo or other edge's half explains. */
export const findLooseCalls = ({ db }: Pick<Deps, 'db'>) =>
  db.execute<Comparisons['calls'][number]>(template`
    select d.callid as "sipCallId",
      to_char(to_timestamp(d.start_time) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from sip.dialog d
    where to_timestamp(d.start_time) < now() - ${LATE} and not exists (
      select from sip.dialog_vars v
      cross join lateral (select case when v.dialog_value ~ ${ID} then v.dialog_value::uuid end as call) named
      where v.hash_entry = d.hash_entry and v.hash_id = d.hash_id and (v.dialog_key = 'relays'
        or v.dialog_key = 'call' and (
          exists (select from voice_calls c
            where c.id = named.call and (c.ended_at is null or c.ended_at > now() - ${LATE}))
          or exists (select from trunk_echoes e
            where e.call_id = named.call and (e.ended_at is null or e.ended_at > now() - ${LATE})))))
    order by d.start_time limit 100`);
