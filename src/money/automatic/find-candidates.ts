import { sql as template } from 'drizzle-orm';
import { formatMoney } from '../../platform/kit/money.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { speaksForItself } from '../payments/review/refuse-claimants.ts';
import { mostAutomatic } from './most-automatic.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

const AT_ONCE = 10;
/** A payment that did not match at every endpoint may match a minute later. Nobody else tries meanwhile. */
const TRY_AGAIN_MS = MINUTE_MS;

/**
 * Claims the payments that may be verified by the system: below the sum, with an own address or amount, found to match,
 * of an active account to which a person has verified a payment before, and no other claim of their hash speaks for
 * itself: everybody can see a hash and paste it. Each is claimed by one process at a time.
 */
export async function claimCandidates({ db, config, clock }: Deps): Promise<string[]> {
  const below = mostAutomatic(config);
  if (below === null) return [];
  const now = clock.now();
  const [at, again] = [now, new Date(now.getTime() + TRY_AGAIN_MS)].map((time) => time.toISOString());
  const rows = await db.execute<{ id: string }>(template`
    with fit as (
      select t.id from transactions t
      join quotes q on q.id = t.quote_id and q.has_own_amount
      join chain_evidence e on e.transaction_id = t.id and e.transaction_hash = t.transaction_hash
      join users u on u.id = t.user_id and u.status = 'active'
      left join auto_verifications a on a.transaction_id = t.id
      where t.status = 'pending' and t.type = 'credit_purchase' and t.amount < ${formatMoney(below)}::numeric
        and e.verdict = 'matches' and e.confirmations >= e.confirmations_wanted
        and (a.transaction_id is null or a.next_try_at <= ${at}::timestamptz)
        and not exists (select from account_closings c where c.user_id = t.user_id)
        and not exists (select from transactions o where o.chain = t.chain
          and o.transaction_hash = t.transaction_hash and o.id <> t.id and not o.hash_freed
          and (o.status = 'verified' or ${speaksForItself})
          and (o.output_index is null or t.output_index is null or o.output_index = t.output_index))
        and ${hasVerified(template`t.user_id`)}
      order by t.id limit ${AT_ONCE}::int
    )
    insert into auto_verifications (transaction_id, next_try_at) select id, ${again}::timestamptz from fit
    on conflict (transaction_id) do update set next_try_at = excluded.next_try_at
      where auto_verifications.next_try_at <= ${at}::timestamptz and auto_verifications.verified_at is null
    returning transaction_id as id`);
  return rows.map(({ id }) => id);
}

/** Tells whether a person has verified a payment in a coin of the account, and none was taken back or lost on its chain. */
export const hasVerified = (userId: ReturnType<typeof template>) => template`exists (
    select from transactions v where v.user_id = ${userId} and v.status = 'verified'
      and v.cryptocurrency is not null and v.settled_by is not null)
  and not exists (
    select from transactions v join payment_reversals r on r.transaction_id = v.id
    where v.user_id = ${userId})
  and not exists (
    select from second_words w
    where w.kind = 'reversal' and w.decided_at is null and w.wanted ->> 'userId' = ${userId}::text)
  and not exists (
    select from transactions v join chain_evidence l on l.transaction_id = v.id and l.lost is not null
    where v.user_id = ${userId})`;

/** The endpoints of a chain that belong to different hosts. */
export function independentEndpoints(config: Pick<Config, 'chains'>, chain: keyof Config['chains']['endpoints']) {
  const byHost = new Map(config.chains.endpoints[chain].map((endpoint) => [new URL(endpoint).hostname, endpoint]));
  return [...byHost.values()];
}
