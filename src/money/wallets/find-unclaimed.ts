import { and, desc, eq, isNull, lt, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { users, walletTransfers } from '../../../db/schema/index.ts';
import { Page } from '../../platform/kit/answer.ts';
import { findCoin } from '../payments/catalogue.ts';
import { HELD_DAYS } from '../payments/quotes/choose-amount.ts';
import type { UnclaimedTransfer } from './contract.ts';

/** How many quotes are shown beside a transfer. */
const NEAREST = 3;

type TransferRow = typeof walletTransfers.$inferSelect;

/**
 * A transfer is claimed where a payment that waits or counts has its output, or its whole transaction. Once that payment
 * is rejected, it is unclaimed again.
 */
export const isUnclaimed = and(
  isNull(walletTransfers.dismissedAt),
  isNull(walletTransfers.goneAt),
  template`not exists (
    select from transactions t
    where t.chain = ${walletTransfers.chain} and t.transaction_hash = ${walletTransfers.transactionHash}
      and t.status in ('pending', 'verified') and not t.hash_freed
      and (t.output_index is null or ${walletTransfers.outputIndex} is null or t.output_index = ${walletTransfers.outputIndex})
  )`,
);

/** Finds payments that arrived and belong to nobody, newest first. */
export async function findUnclaimed(
  db: Queryable,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Page<UnclaimedTransfer>> {
  const rows = await db
    .select()
    .from(walletTransfers)
    .where(and(isUnclaimed, before === undefined ? undefined : lt(walletTransfers.id, before)))
    .orderBy(desc(walletTransfers.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return new Page(await Promise.all(shown.map((row) => present(db, row))), next);
}

async function present(db: Queryable, row: TransferRow): Promise<UnclaimedTransfer> {
  const { id, cryptocurrency, amount, address, transactionHash, outputIndex, confirmations } = row;
  return {
    id,
    cryptocurrency,
    amount,
    address,
    transactionHash,
    outputIndex,
    confirmations,
    explorerUrl: findCoin(cryptocurrency)?.explorer(transactionHash) ?? null,
    seenAt: row.seenAt.toISOString(),
    blockTime: row.blockTime?.toISOString() ?? null,
    nearest: await findNearest(db, row),
  };
}

type Near = UnclaimedTransfer['nearest'][number];

/**
 * The quotes for its address that were made in the week before it arrived and are not paid, or not in full: people send in
 * two parts, and another coin than they were asked for.
 */
async function findNearest(db: Queryable, { cryptocurrency, address, amount, seenAt }: TransferRow): Promise<Near[]> {
  const by = seenAt.toISOString();
  const rows = await db.execute<{
    id: string;
    cryptocurrency: Near['cryptocurrency'];
    userId: string;
    email: string;
    fullName: string;
    amount: string;
    cryptoAmount: string;
    createdAt: number;
    expiresAt: number;
  }>(template`
    select q.id, q.cryptocurrency, u.id as "userId", u.email, u.full_name as "fullName", q.amount::text as amount,
      q.crypto_amount::text as "cryptoAmount",
      (extract(epoch from q.created_at) * 1000)::float8 as "createdAt",
      (extract(epoch from q.expires_at) * 1000)::float8 as "expiresAt"
    from quotes q join ${users} u on u.id = q.user_id
    where q.address = ${address} and (q.cryptocurrency = ${cryptocurrency} or q.own_address) and q.has_own_amount
      and q.created_at between ${by}::timestamptz - make_interval(days => ${HELD_DAYS}::int) and ${by}::timestamptz
      and not exists (
        select from transactions t left join chain_evidence e on e.transaction_id = t.id
        where t.quote_id = q.id and t.status in ('pending', 'verified')
          and not coalesce(t.received_amount < t.amount or e.reasons @> '["too_little"]'::jsonb, false)
      )
    order by abs(q.crypto_amount - ${amount}::numeric), q.id
    limit ${NEAREST}::int`);
  return rows.map(({ id, userId, email, fullName, createdAt, expiresAt, ...quoted }) => ({
    ...quoted,
    quoteId: id,
    user: { id: userId, email, fullName },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }));
}

/** An unclaimed transfer, locked; undefined if there is none. */
export const ofTransfer = (id: string) => and(eq(walletTransfers.id, id), isUnclaimed);
