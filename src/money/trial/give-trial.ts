import { and, eq, isNull } from 'drizzle-orm';
import { trialGrants, users } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import { beginTrial } from '../ledger/on-trial.ts';
import { post } from '../ledger/post.ts';
import { addressKey } from './address-key.ts';
import { wording } from '../../platform/kit/wordings.ts';

/**
 * Gives an account its trial credit, when its address was confirmed for the first time: once for each mailbox and
 * for each account. Only customers who buy of us directly get it. An account that has paid before may use it freely.
 */
export async function giveTrial(
  tx: Transaction,
  { trialCreditGbp }: { trialCreditGbp: string | null },
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  if (trialCreditGbp === null) return;
  const [customer] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, 'user'), isNull(users.resellerId)));
  if (!customer) return;
  const transactionId = newId(tx.clock);
  const [granted] = await tx.db
    .insert(trialGrants)
    .values({ addressKey: addressKey(email), userId, transactionId, createdAt: tx.now })
    .onConflictDoNothing()
    .returning();
  if (!granted) return;
  const amount = parseMoney(trialCreditGbp);
  await post(
    tx,
    {
      id: transactionId,
      userId,
      type: 'adjustment',
      status: 'completed',
      amount,
      description: wording('trial'),
      reason: wording('trial'),
    },
    { change: amount, reason: 'trial_credit' },
  );
  await beginTrial(tx, { userId, transactionId });
  await audit(tx, {
    actorId: null,
    action: 'trial.credited',
    subject: email,
    subjectUserId: userId,
    detail: { amount: trialCreditGbp, transactionId },
  });
}
