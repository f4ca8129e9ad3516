import { sql as template, type SQL } from 'drizzle-orm';
import type { Loss } from '../../db/enums.ts';
import type { Actor, Calling } from '../callers/audit.ts';
import type { Deps } from '../services/deps.ts';
import { Page } from '../platform/kit/answer.ts';
import type { QueryOf } from '../platform/kit/endpoint.ts';
import { type ListedPayment, paymentColumns, paymentJoins, presentPayment } from '../money/payments/present-payment.ts';
import { isLost } from '../money/payments/reversals/find-reversals.ts';
import { transactionColumns } from '../money/payments/present-transaction.ts';
import type * as contract from './contract.ts';
import { contains, SEARCHED } from './list-users.ts';

export type PaymentFilters = QueryOf<typeof contract.exportPayments>;

interface Row extends ListedPayment {
  [column: string]: unknown;
  settledBy: string | null;
  settlerEmail: string;
  settlerName: string;
  lost: Loss | null;
  lostAt: number;
}

/**
 * Payments in a coin that match the filters, starting after the payment `before`. Not a prepared statement, on
 * purpose: the best index depends on the search, so PostgreSQL plans each query with its values.
 */
export async function findPayments(
  { deps: { db }, actor }: Calling<Deps>,
  filters: PaymentFilters,
  { limit, before, order = 'newest' }: { limit: number; before?: string | undefined; order?: 'newest' | 'oldest' },
): Promise<contract.AdminPayment[]> {
  const from = orderOf(filters, order);
  const rows = await db.execute<Row>(template`
    select ${transactionColumns}, ${paymentColumns}, settler.id as "settledBy",
      settler.email as "settlerEmail", settler.full_name as "settlerName",
      e.lost, (extract(epoch from e.lost_at) * 1000)::float8 as "lostAt"
    from transactions t ${paymentJoins}
    left join users settler on settler.id = t.settled_by
    left join chain_evidence e on e.transaction_id = t.id and e.lost is not null
    where t.cryptocurrency is not null and ${template.join(conditions(filters, { from, before, actor }), template` and `)}
    order by ${from.by} limit ${limit}`);
  return rows.map(present);
}

/** Pending payments are ordered by when they were submitted, decided ones by when they were decided. */
const ORDERS = {
  newest: { by: template`t.id desc`, below: (before: string) => template`t.id < ${before}::uuid` },
  oldest: { by: template`t.id`, below: (before: string) => template`t.id > ${before}::uuid` },
  decided: {
    by: template`t.settled_at desc, t.id desc`,
    below: (before: string) => template`(t.settled_at, t.id) <
      (select settled_at, id from transactions where id = ${before}::uuid)`,
  },
};

const orderOf = ({ status }: PaymentFilters, order: 'newest' | 'oldest') =>
  ORDERS[status === 'pending' ? order : 'decided'];

interface Place {
  from: (typeof ORDERS)[keyof typeof ORDERS];
  before: string | undefined;
  actor: Actor;
}

function conditions(
  { status, coin, search, from, to, firstDay, lastDay, lost, verdict, mine }: PaymentFilters,
  { from: order, before, actor }: Place,
): SQL[] {
  // Written as literals and not as parameters, so that the planner can use the partial indexes.
  const all = [status ? template.raw(`t.status = '${status}'`) : template`t.status in ('verified', 'failed')`];
  if (before) all.push(order.below(before));
  if (coin) all.push(template`t.cryptocurrency = ${coin}`);
  if (from) all.push(template`t.amount >= ${from}::numeric`);
  if (to) all.push(template`t.amount <= ${to}::numeric`);
  const time = status === 'pending' ? template`t.created_at` : template`t.settled_at`;
  if (firstDay) all.push(template`${time} >= ${firstDay}::date::timestamp at time zone 'UTC'`);
  if (lastDay) all.push(template`${time} < (${lastDay}::date + 1)::timestamp at time zone 'UTC'`);
  if (lost) all.push(isLost);
  if (verdict) all.push(template`seen.verdict = ${verdict}`);
  if (mine) all.push(template`a.requested_by <> ${actor.id}::uuid`);
  if (search) all.push(searched(search));
  return all;
}

export const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX_HASH = /^(0x)?[0-9a-f]{8,64}$/i;
/** Base58, and longer than any name. */
const SOLANA_SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{32,88}$/;

/** The condition of a payment's hash that begins so; null for a text that is none. */
export function hashCondition(search: string): SQL | null {
  if (HEX_HASH.test(search)) {
    const hex = search.toLowerCase().replace(/^0x/, '');
    return template`(t.transaction_hash like ${`${hex}%`} or t.transaction_hash like ${`0x${hex}%`})`;
  }
  return SOLANA_SIGNATURE.test(search) ? template`t.transaction_hash like ${`${search}%`}` : null;
}

/** Each kind of search has its own index. */
function searched(search: string): SQL {
  if (ID.test(search)) return template`(t.id = ${search}::uuid or t.user_id = ${search}::uuid)`;
  return hashCondition(search) ?? template`${SEARCHED} like lower(${contains(search)}::text)`;
}

const present = (row: Row): contract.AdminPayment => ({
  ...presentPayment(row),
  settledBy: row.settledBy === null ? null : { id: row.settledBy, email: row.settlerEmail, fullName: row.settlerName },
  lost: row.lost === null ? null : { what: row.lost, at: new Date(row.lostAt).toISOString() },
});

/** One page of payments. */
export async function listPayments(
  caller: Calling<Deps>,
  { limit, before, order, ...filters }: QueryOf<typeof contract.listPayments>,
): Promise<Page<contract.AdminPayment>> {
  return Page.of(await findPayments(caller, filters, { limit: limit + 1, before, order }), limit);
}
