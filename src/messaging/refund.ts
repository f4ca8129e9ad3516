import type { smsMessages } from '../../db/schema/index.ts';
import type { Transaction } from '../events/transact.ts';
import { type Money, ZERO } from '../ledger/money.ts';
import { post } from '../ledger/post.ts';

/** Gives back what recipients were charged that the message did not leave for, naming the charge. */
export async function refundRecipients(
  tx: Transaction,
  message: Pick<typeof smsMessages.$inferSelect, 'userId' | 'transactionId'>,
  { amount, whom }: { amount: Money; whom: string },
): Promise<void> {
  if (amount === ZERO) return;
  await post(
    tx,
    {
      ...{ userId: message.userId, type: 'refund', status: 'completed', amount },
      description: `Refund: SMS to ${whom} was not sent`,
      refundsTransactionId: message.transactionId,
    },
    amount,
    'refund',
  );
}
