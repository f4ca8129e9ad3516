import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import type { Deps } from '../../deps.ts';
import { Page } from '../../../platform/kit/answer.ts';
import type { PendingPayment } from '../contract.ts';
import { type ListedPayment, paymentColumns, paymentJoins, presentPayment } from '../present-payment.ts';
import { transactionColumns } from '../present-transaction.ts';

interface Query {
  limit: number;
  before?: string | undefined;
  order: 'newest' | 'oldest';
}

/** An order is in the queue once it has a payment in a coin. */
const WAITING = template`t.status = 'pending' and t.cryptocurrency is not null`;

const pages = {
  newest: prepared<{ limit: number; before: string | null }, ListedPayment>(
    (p) => template`
      select ${transactionColumns}, ${paymentColumns}
      from transactions t ${paymentJoins}
      where ${WAITING} and t.id < coalesce(${p.before}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by t.id desc limit ${p.limit}::int + 1`,
  ),
  oldest: prepared<{ limit: number; before: string | null }, ListedPayment>(
    (p) => template`
      select ${transactionColumns}, ${paymentColumns}
      from transactions t ${paymentJoins}
      where ${WAITING} and t.id > coalesce(${p.before}::uuid, '00000000-0000-0000-0000-000000000000')
      order by t.id limit ${p.limit}::int + 1`,
  ),
};

/** Payments waiting for an administrator, newest first unless asked otherwise. */
export async function listPending(deps: Deps, { limit, before, order }: Query): Promise<Page<PendingPayment>> {
  const rows = await pages[order](deps.sql, { limit, before: before ?? null });
  return Page.json(rows.map(presentPayment), limit);
}
