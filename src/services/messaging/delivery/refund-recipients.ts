import type { smsMessages } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { type GivenBack, uncountSpend } from '../../../money/allowances/count-spend.ts';
import { add, ZERO } from '../../../platform/kit/money.ts';
import { post } from '../../../money/ledger/post.ts';
import { wording } from '../../../platform/kit/wordings.ts';

interface Refunded {
  /** Their cost, and the amount that they count against the spend limits. */
  given: GivenBack;
  counted: GivenBack;
  count: number;
  /** The number of one of them. */
  number: string | undefined;
}

/** Refunds recipients to whom the message was not sent; the refund names the charge. */
export async function refundRecipients(
  tx: Transaction,
  message: Pick<typeof smsMessages.$inferSelect, 'userId' | 'transactionId' | 'sentAt'>,
  { given, counted, count, number }: Refunded,
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
      wording: count === 1 && number ? wording('smsRefund', { number }) : wording('smsRefundMany', { count }),
      refundsTransactionId: message.transactionId,
    },
    { change: amount, reason: 'refund' },
  );
  await uncountSpend(tx, message.userId, { chargedAt: message.sentAt, given: counted });
}
