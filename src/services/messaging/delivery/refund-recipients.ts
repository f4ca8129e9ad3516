import type { smsMessages } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { type GivenBack, uncountSpend } from '../../../money/allowances/count-spend.ts';
import { add, ZERO } from '../../../platform/kit/money.ts';
import { post } from '../../../money/ledger/post.ts';

/** Refunds recipients to whom the message was not sent; the refund names the charge. */
export async function refundRecipients(
  tx: Transaction,
  message: Pick<typeof smsMessages.$inferSelect, 'userId' | 'transactionId' | 'sentAt'>,
  { given, whom }: { given: GivenBack; whom: string },
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
      description: `Refund: SMS to ${whom} was not sent`,
      refundsTransactionId: message.transactionId,
    },
    amount,
    'refund',
  );
  await uncountSpend(tx, message.userId, { chargedAt: message.sentAt, given });
}
