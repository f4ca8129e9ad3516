import { eq } from 'drizzle-orm';
import { paymentReversals, transactions } from '../../../../db/schema/index.ts';
import { audit } from '../../../callers/audit.ts';
import type { Actor } from '../../../callers/guards.ts';
import { needsTwo } from '../../../callers/second-word/needs-two.ts';
import { requireApprover } from '../../../callers/second-word/require-approver.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Config } from '../../config.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { invalidField, Problem } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { formatMoney, type Money, negate, parseMoney, subtract, ZERO } from '../../../platform/kit/money.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { changeTotals } from '../../../platform/totals/total-changes.ts';
import { takeOrOwe } from '../../ledger/debts.ts';
import type { TransactionRow } from '../../ledger/post.ts';
import { paymentReversedEvent } from '../events.ts';
import { presentTransaction } from '../present-transaction.ts';
import type { reversePayment } from './contract.ts';
import { findReversal, findWaiting, leftOf, lockVerified } from './find-reversals.ts';
import { sentence } from '../../../platform/kit/sentences.ts';
import { wording } from '../../../platform/kit/wordings.ts';

type Answer = ResponseOf<typeof reversePayment>;

interface Wanted {
  amount: Money;
  reason: string;
  freesHash: boolean;
}

/**
 * Takes back a verified payment that was decided wrongly: the balance pays as far as it can, the rest becomes a debt.
 * What was ordered with the payment stays. Above the configured amount the first administrator's decision is only
 * recorded, and the reversal is done when a second one decides the same.
 * @throws not_found, not_allowed_now (it is not verified, nothing is left, the same administrator again, or a
 * decision other than the first one), validation_failed (more than is left; a hash freed for a part)
 */
export async function reverse(
  { deps: { config }, actor }: { deps: { config: Config }; actor: Actor },
  {
    tx,
    transactionId,
    input,
  }: { tx: DatabaseTransaction; transactionId: string; input: BodyOf<typeof reversePayment> },
): Promise<Answer> {
  const payment = await lockVerified(tx, transactionId);
  const wanted = await readWanted(tx, payment, input);
  const waiting = await findWaiting(tx.db, payment.id);
  const isForTwo = await needsTwo({ tx, config }, actor, wanted.amount);
  if (waiting?.counts && isForTwo) {
    requireSame(actor, waiting, wanted);
    await requireApprover({ tx, config }, actor.id, waiting.requestedAt);
    return carryOut(tx, actor, payment, waiting);
  }
  // The first administrator may have lost the role, or the sum may need only one administrator by now.
  if (waiting) await close(tx, waiting.id, { decidedBy: actor.id });
  const asked = await ask(tx, actor, payment, wanted);
  return isForTwo ? wait(tx, actor, payment, asked) : carryOut(tx, actor, payment, asked);
}

async function readWanted(
  tx: DatabaseTransaction,
  payment: TransactionRow,
  { amount: given, reason, freesHash }: BodyOf<typeof reversePayment>,
): Promise<Wanted> {
  const left = await leftOf(tx.db, payment);
  if (left === ZERO) throw new Problem('not_allowed_now', sentence('reversedAlready'));
  const amount = given ? parseMoney(given) : left;
  if (amount > left)
    throw invalidField('amount', sentence('paymentLeft', { amount: `£${formatMoney(left)}` }));
  if (freesHash && amount < left) {
    throw invalidField('freesHash', sentence('reversalWhole'));
  }
  return { amount, reason, freesHash };
}

function requireSame(actor: Actor, first: Wanted & { requestedBy: string }, second: Wanted): void {
  if (first.requestedBy === actor.id) {
    throw new Problem('not_allowed_now', sentence('reversalByYou'));
  }
  if (first.amount === second.amount && first.freesHash === second.freesHash) return;
  const hash = first.freesHash ? 'free' : 'blocked';
  const amount = `£${formatMoney(first.amount)}`;
  throw new Problem('not_allowed_now', sentence('reversalOther', { amount, hash }));
}

async function ask(
  tx: DatabaseTransaction,
  actor: Actor,
  payment: TransactionRow,
  wanted: Wanted,
): Promise<Wanted & { id: string }> {
  const id = newId(tx.clock);
  await tx.db
    .insert(paymentReversals)
    .values({ ...wanted, id, transactionId: payment.id, requestedBy: actor.id, requestedAt: tx.now });
  return { ...wanted, id };
}

async function wait(
  tx: DatabaseTransaction,
  actor: Actor,
  payment: TransactionRow,
  asked: Wanted & { id: string },
): Promise<Answer> {
  const customer = await readUser(tx.db, payment.userId);
  await audit(tx, {
    actorId: actor.id,
    action: 'payment.reversal_requested',
    subject: customer.email,
    subjectUserId: customer.id,
    detail: detailOf(payment, asked),
  });
  return {
    reversal: await findReversal(tx.db, asked.id),
    transaction: null,
    user: customer,
    detail: 'Written down. Another administrator has to reverse the same amount.',
  };
}

async function carryOut(
  tx: DatabaseTransaction,
  actor: Actor,
  payment: TransactionRow,
  { id, amount, reason, freesHash, requestedBy }: Wanted & { id: string; requestedBy?: string },
): Promise<Answer> {
  const taken = await takeOrOwe(
    tx,
    {
      userId: payment.userId,
      type: 'payment_reversal',
      status: 'completed',
      amount,
      description: wording('reversed', { what: payment.description }),
      reason,
      settledBy: actor.id,
    },
    { amount, reason: 'payment_reversed' },
  );
  await close(tx, id, { decidedBy: actor.id, reversalTransactionId: taken.id });
  if (freesHash) {
    await tx.db.update(transactions).set({ hashFreed: true }).where(eq(transactions.id, payment.id));
  }
  await changeTotals(tx, { revenue: negate(amount) });
  return announce(tx, actor, payment, {
    id,
    amount,
    reason,
    freesHash,
    taken,
    byTwo: requestedBy !== undefined,
  });
}

async function announce(
  tx: DatabaseTransaction,
  actor: Actor,
  payment: TransactionRow,
  { taken, byTwo, ...wanted }: Wanted & { id: string; taken: TransactionRow; byTwo: boolean },
): Promise<Answer> {
  const user = await readUser(tx.db, payment.userId);
  const amount = formatMoney(wanted.amount);
  tx.publish(paymentReversedEvent, user.id, {
    transactionId: payment.id,
    userId: user.id,
    amount,
    credits: user.credits,
    owed: user.owed,
  });
  await writeMail(tx, user.id, {
    kind: 'payment_reversed',
    amount,
    description: payment.description,
    reason: wanted.reason,
    balance: user.credits,
    owed: user.owed,
  });
  await audit(tx, {
    actorId: actor.id,
    action: 'payment.reversed',
    subject: user.email,
    subjectUserId: user.id,
    detail: {
      ...detailOf(payment, wanted),
      ...(byTwo ? { byTwo } : {}),
      reversalTransactionId: taken.id,
      becameDebt: formatMoney(subtract(wanted.amount, negate(taken.balanceChange))),
    },
  });
  const reversal = await findReversal(tx.db, wanted.id);
  return { reversal, transaction: presentTransaction(taken), user, detail: null };
}

const detailOf = ({ id, transactionHash }: TransactionRow, { amount, reason, freesHash }: Wanted) => ({
  transactionId: id,
  amount: formatMoney(amount),
  reason,
  freesHash,
  transactionHash,
});

/** Decides about a waiting reversal. */
async function close(
  tx: DatabaseTransaction,
  id: string,
  decision: { decidedBy: string; reversalTransactionId?: string },
): Promise<void> {
  await tx.db
    .update(paymentReversals)
    .set({ ...decision, decidedAt: tx.now })
    .where(eq(paymentReversals.id, id));
}
