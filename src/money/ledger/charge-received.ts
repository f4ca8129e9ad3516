import type { Transaction } from '../../platform/events/transact.ts';
import { asRefusal, Problem } from '../../platform/kit/errors.ts';
import { type Money, negate } from '../../platform/kit/money.ts';
import { wording } from '../../platform/kit/wordings.ts';
import { post } from './post.ts';

/**
 * Charges a message that came in, if the credit covers it. Otherwise nothing is charged, now or later: nobody can help
 * what others write to them, so a balance does not go below zero for it and no debt begins.
 * @returns the id of the charge; null where there was too little credit
 */
export async function chargeReceived(
  tx: Transaction,
  { userId, price, from, to }: { userId: string; price: Money; from: string; to: string },
): Promise<string | null> {
  const charge = await post(
    tx,
    {
      userId,
      type: 'other',
      amount: price,
      wording: wording('smsReceived', { from, number: to }),
      status: 'completed',
    },
    { change: negate(price), reason: 'message_received' },
  ).catch(asRefusal('insufficient_credits'));
  return charge instanceof Problem ? null : charge.id;
}
