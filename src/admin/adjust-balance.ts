import { type ActingWith, audit } from '../callers/audit.ts';
import { requireNotClosed } from '../callers/closing/is-closed.ts';
import { readUser } from '../callers/present-user.ts';
import type { Deps } from '../services/deps.ts';
import { needsTwo } from '../callers/approvals/needs-two.ts';
import { requireApproval } from '../callers/approvals/require.ts';
import type { BodyOf, ResponseOf } from '../platform/kit/endpoint.ts';
import { Problem, sentence } from '../platform/kit/errors.ts';
import { magnitude, parseMoney, ZERO } from '../platform/kit/money.ts';
import { post } from '../money/ledger/post.ts';
import { presentTransaction } from '../money/payments/present-transaction.ts';
import type * as contract from './contract.ts';
import { wording } from '../platform/kit/wordings.ts';

interface Adjustment {
  userId: string;
  body: BodyOf<typeof contract.adjustBalance>;
  /** The charge that it gives back. */
  refunds?: string | undefined;
  /** Two administrators agree. */
  agreed?: boolean;
}

/**
 * Adds to a balance or takes from it, with a reason. Nobody does it, or agrees to it, for their own account.
 * @throws not_allowed_now (the own account, a closed one), approval_needed, not_found, insufficient_credits,
 *   validation_failed (the balance would be too large for its column)
 */
export async function adjustBalance(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, body: { amount, reason, kind }, refunds, agreed = false }: Adjustment,
): Promise<ResponseOf<typeof contract.adjustBalance>> {
  if (userId === actor.id) throw new Problem('not_allowed_now', sentence('ownMoney'));
  const { email } = await readUser(tx.db, userId);
  const change = parseMoney(amount);
  if (change > ZERO) await requireNotClosed(tx.db, userId);
  if (!agreed && (await needsTwo({ tx, config: deps.config }, actor, change)))
    requireApproval({ deps, actor }, { kind: 'adjustment', userId, amount, reason, adjustmentKind: kind, refunds });
  const transaction = await post(
    tx,
    {
      userId,
      type: 'adjustment',
      status: 'completed',
      settledBy: actor.id,
      reason,
      adjustmentKind: kind,
      amount: magnitude(change),
      wording: wording('adjustment'),
    },
    { change, reason: 'adjustment' },
  ).catch(async (error: unknown) => {
    if (!(error instanceof Problem) || error.reason !== 'insufficient_credits') throw error;
    // The ledger's own sentence is written for the owner of the balance.
    const { credits } = await readUser(tx.db, userId);
    if (parseMoney(credits) >= magnitude(change)) throw error;
    throw new Problem(error.reason, sentence('balanceTaken', { amount: `£${credits}` }));
  });
  await audit(tx, actor, 'balance.adjusted', {
    subject: email,
    userId,
    detail: {
      amount,
      reason,
      transactionId: transaction.id,
      ...(refunds && { refunds }),
      ...(agreed ? { byTwo: true } : {}),
    },
  });
  return presentTransaction(transaction);
}
