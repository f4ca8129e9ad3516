import type { smsMessages } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { type GivenBack, uncountSpend } from '../../../money/allowances/count-spend.ts';
import { add, ZERO } from '../../../platform/kit/money.ts';
import { post } from '../../../money/ledger/post.ts';
import { wording } from '../../../platform/kit/wordings.ts';

/**
 * Refunds recipients to whom the message was not sent; the refund names the charge.
 * @param number of one of them
 */
export async function refundRecipients(
  tx: Transaction,
  message: Pick<typeof smsMessages.$inferSelect, 'userId' | 'transactionId' | 'sentAt'>,
  { given, count, number }: { given: GivenBack; count: number; number: string | undefined },
): Promise<void> {
  const amount = given.map((each) => each.amount).reduce(add, ZERO);
  if (amount === ZERO) return;
  await post(
    tx,
    {
      userId: message.userId,
      type: 'refund',
      status: 'completed',
      amount,
      description:
        count === 1 && number ? wording('smsRefund', { number }) : wording('smsRefundMany', { count }),
      refundsTransactionId: message.transactionId,
    },
    { change: amount, reason: 'refund' },
  );
  await uncountSpend(tx, message.userId, { chargedAt: message.sentAt, given });
}
