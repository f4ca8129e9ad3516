import { eq } from 'drizzle-orm';
import { paymentReversals, transactions } from '../../../../db/schema/index.ts';
import { type Actor, audit } from '../../../callers/audit.ts';
import { needsTwo } from '../../../callers/approvals/needs-two.ts';
import { requireApproval } from '../../../callers/approvals/require.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Config } from '../../config.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { Problem, invalidField, sentence } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { formatMoney, type Money, negate, parseMoney, subtract, ZERO } from '../../../platform/kit/money.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { changeTotals } from '../../../platform/totals/total-changes.ts';
import { takeOrOwe } from '../../ledger/debts.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import { paymentReversedEvent } from '../events.ts';
import { presentTransaction } from '../present-transaction.ts';
import type { reversePayment } from './contract.ts';
import { findReversal, leftOf, lockVerified } from './find-reversals.ts';
import { saidOf, wording } from '../../../platform/kit/wordings.ts';

type Answer = ResponseOf<typeof reversePayment>;

interface Wanted {
  amount: Money;
  reason: string;
  freesHash: boolean;
}

/** The first administrator's request, to which a second one agrees. */
interface Request {
  by: string;
  at: Date;
}

/**
 * Takes back a verified payment that was decided wrongly: the balance pays as far as it can, the rest becomes a debt.
 * The goods ordered with the payment stay.
 * @param agreed the request, where two administrators agree
 * @throws approval_needed, not_found, not_allowed_now (it is not verified, nothing is left), validation_failed (more
 * than is left; a hash freed for a part)
 */
export async function reverse(
  { tx, deps, actor }: { tx: DatabaseTransaction; deps: { config: Config }; actor: Actor },
  { transactionId, input, agreed }: { transactionId: string; input: BodyOf<typeof reversePayment>; agreed?: Request },
): Promise<Answer> {
  const payment = await lockVerified(tx, transactionId);
  const wanted = await readWanted(tx, payment, input);
  if (!agreed && (await needsTwo({ tx, config: deps.config }, actor, wanted.amount))) {
    const { id: userId, email } = await readUser(tx.db, payment.userId);
    const { reason, freesHash } = wanted;
    const asked = { userId, email, transactionId, amount: formatMoney(wanted.amount), reason, freesHash };
    requireApproval({ deps, actor }, { kind: 'reversal', ...asked }, { about: transactionId });
  }
  return carryOut(tx, actor, { payment, wanted, agreed });
}

async function readWanted(
  tx: DatabaseTransaction,
  payment: TransactionRow,
  { amount: given, reason, freesHash }: BodyOf<typeof reversePayment>,
): Promise<Wanted> {
  const left = await leftOf(tx.db, payment);
  if (left === ZERO) throw new Problem('not_allowed_now', sentence('reversedAlready'));
  const amount = given ? parseMoney(given) : left;
  if (amount > left) throw invalidField('amount', sentence('paymentLeft', { amount: `£${formatMoney(left)}` }));
  if (freesHash && amount < left) {
    throw invalidField('freesHash', sentence('reversalWhole'));
  }
  return { amount, reason, freesHash };
}

async function carryOut(
  tx: DatabaseTransaction,
  actor: Actor,
  { payment, wanted, agreed }: { payment: TransactionRow; wanted: Wanted; agreed: Request | undefined },
): Promise<Answer> {
  const { amount, reason, freesHash } = wanted;
  const taken = await takeOrOwe(
    tx,
    {
      userId: payment.userId,
      type: 'payment_reversal',
      status: 'completed',
      amount,
      wording: wording('reversed', { what: saidOf(payment) }),
      reason,
      settledBy: actor.id,
    },
    { amount, reason: 'payment_reversed' },
  );
  const id = newId(tx.clock);
  await tx.db.insert(paymentReversals).values({
    ...wanted,
    id,
    transactionId: payment.id,
    requestedBy: agreed?.by ?? actor.id,
    requestedAt: agreed?.at ?? tx.now,
    decidedAt: tx.now,
    decidedBy: actor.id,
    reversalTransactionId: taken.id,
  });
  if (freesHash) {
    await tx.db.update(transactions).set({ hashFreed: true }).where(eq(transactions.id, payment.id));
  }
  await changeTotals(tx, { revenue: negate(amount) });
  return announce(tx, actor, payment, { id, ...wanted, taken, byTwo: agreed !== undefined });
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
    wording: payment.wording,
    reason: wanted.reason,
    balance: user.credits,
    owed: user.owed,
  });
  await audit(tx, actor, 'payment.reversed', {
    subject: user.email,
    userId: user.id,
    detail: {
      ...detailOf(payment, wanted),
      ...(byTwo ? { byTwo } : {}),
      reversalTransactionId: taken.id,
      becameDebt: formatMoney(subtract(wanted.amount, negate(taken.balanceChange))),
    },
  });
  const reversal = await findReversal(tx.db, wanted.id);
  return { reversal, transaction: presentTransaction(taken), user };
}

const detailOf = ({ id, transactionHash }: TransactionRow, { amount, reason, freesHash }: Wanted) => ({
  transactionId: id,
  amount: formatMoney(amount),
  reason,
  freesHash,
  transactionHash,
});
