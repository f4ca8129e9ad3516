import { and, eq, type SQL } from 'drizzle-orm';
import { didNumbers } from '../../../../db/schema/index.ts';
import { audit } from '../../../callers/audit.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import { addSale } from '../../../money/figures/add-sale.ts';
import { post } from '../../../money/ledger/post.ts';
import type { NewTransaction } from '../../../money/ledger/transaction-row.ts';
import { announceStatus } from '../announce.ts';
import type { NumberRow } from '../present-number.ts';
import { wording } from '../../../platform/kit/wordings.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** After this time without a clear answer, the carrier is not asked again. */
export const GIVE_UP_AFTER_MS = DAY_MS;

/** Tells whether a number has been paid for too long without being delivered. */
export const isOverdue = ({ purchasedAt }: NumberRow, now: Date): boolean =>
  purchasedAt !== null && purchasedAt.getTime() + GIVE_UP_AFTER_MS <= now.getTime();

/** The row of a number that we are still buying. */
export const isProvisioning = (row: NumberRow): SQL | undefined =>
  and(eq(didNumbers.id, row.id), eq(didNumbers.status, 'provisioning'));

/**
 * Frees a number that was paid for and could not be bought, refunds it and tells its owner. It does nothing if the
 * number is no longer being bought.
 * @param why for the owner
 * @returns whether it was refunded
 */
export async function giveBack(
  tx: Transaction,
  row: NumberRow,
  why: Pick<NewTransaction, 'reason' | 'reasonWording'>,
): Promise<boolean> {
  const [freed] = await tx.db.delete(didNumbers).where(isProvisioning(row)).returning();
  if (!freed) return false;
  await post(
    tx,
    {
      userId: freed.userId,
      type: 'refund',
      amount: freed.monthlyPrice,
      wording: wording('numberFailed', { number: freed.number }),
      status: 'completed',
      refundsTransactionId: freed.transactionId,
      ...why,
    },
    { change: freed.monthlyPrice, reason: 'refund' },
  );
  if (freed.transactionId !== null) await addSale(tx, freed.transactionId, -1);
  announceStatus(tx, freed, 'refused');
  return true;
}

/**
 * Refunds a number for which the carrier never gave a clear answer. The log keeps the reference of the purchase: if
 * the carrier has sold the number after all, an administrator can find it there.
 */
export async function giveUp(tx: Transaction, row: NumberRow): Promise<void> {
  if (!(await giveBack(tx, row, { reasonWording: wording('noAnswer') }))) return;
  const { email } = await readUser(tx.db, row.userId);
  await audit(tx, null, 'number.given_up', {
    subject: email,
    userId: row.userId,
    detail: {
      number: row.number,
      carrier: row.provider,
      reference: row.transactionId,
      refunded: formatMoney(row.monthlyPrice),
    },
  });
}
