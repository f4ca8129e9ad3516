import { and, count, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { users } from '../../../../db/schema/index.ts';
import type { Acting, Actor } from '../../../callers/audit.ts';
import { storeRequest } from '../../../callers/approvals/ask.ts';
import { needsTwo } from '../../../callers/approvals/needs-two.ts';
import { requireApprover } from '../../../callers/approvals/require-approver.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Config } from '../../config.ts';
import { allAtOnce } from '../../../platform/kit/all-at-once.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import { dutiesFor } from '../../../platform/kit/duties.ts';
import type { ResponseOf } from '../../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import { readScreening } from '../../screening/read-screening.ts';
import { verifyPayment } from '../admin-contract.ts';
import { isContradicted } from '../../../shared/doubts.ts';
import { dropApproval, findApproval } from './find-approval.ts';
import { requireFreeOutput } from '../hash-once.ts';
import type { Decision } from './settle-payment.ts';

/** The first administrator's decision, and who could approve. */
export type WaitingApproval = NonNullable<ResponseOf<typeof verifyPayment>['approval']>;

interface Decided {
  pending: TransactionRow;
  decision: Decision;
}

/**
 * Says whether a payment may be settled now, and then whether two have agreed. Above the configured amount, of what was due or of what
 * arrived, and where the screening service blocks who sent it, the first administrator's decision is only recorded, and a
 * second one has to decide the same. The payment
 * is locked, so that one of two simultaneous decisions is the first.
 * @throws not_allowed_now (the same administrator again, one who became administrator later, or a decision other than
 * the first one), duplicate_transaction_hash
 */
export async function agree(
  { tx, config, actor }: { tx: DatabaseTransaction; config: Config; actor: Actor },
  { pending, decision }: Decided,
): Promise<WaitingApproval | { byTwo: boolean }> {
  const { value: arrived } = decision.received;
  const sum = arrived > pending.amount ? arrived : pending.amount;
  const [needs, blocked, first] = await allAtOnce([
    needsTwo({ tx, config }, actor, sum),
    isBlocked(tx, pending, decision),
    findApproval(tx.db, pending.id),
  ]);
  const isForTwo = needs || blocked || (isContradicted(decision.doubts) && (await countOthers(tx, actor.id)) > 0);
  if (!isForTwo) return { byTwo: false };
  if (!first) return approve({ tx, actor }, { pending, decision });
  if (first.by.id === actor.id) {
    throw new Problem('not_allowed_now', sentence('approvedByYou'));
  }
  await requireApprover({ tx, config }, actor.id, new Date(first.at));
  const theirs = inWords(first);
  if (theirs !== inWords(stated(decision))) {
    const { fullName: name, email } = first.by;
    throw new Problem('not_allowed_now', sentence('approvedOther', { name, email, terms: theirs }));
  }
  return { byTwo: true };
}

/** Tells whether the screening service blocks who sent it. */
async function isBlocked(tx: DatabaseTransaction, { id }: TransactionRow, { output }: Decision) {
  const said = await readScreening(tx.db, { transactionId: id, hash: output.transactionHash });
  return said?.verdict === 'blocked';
}

/** A decision as its approval shows it. */
const stated = ({ cryptocurrency, output, received, asCredit }: Decision) => ({
  cryptocurrency,
  transactionHash: output.transactionHash,
  outputIndex: output.outputIndex,
  receivedAmount: received.columns.receivedAmount === null ? null : formatMoney(received.columns.receivedAmount),
  receivedCryptoAmount: received.columns.receivedCryptoAmount,
  asCredit,
});

/** Two decisions are the same if these texts are equal: the text names everything that is decided. */
function inWords(decision: ReturnType<typeof stated>): string {
  const { cryptocurrency, transactionHash, outputIndex, receivedAmount, receivedCryptoAmount, asCredit } = decision;
  const output = outputIndex === null ? '' : `:${outputIndex}`;
  const arrived = receivedAmount === null ? '' : `, £${receivedAmount}`;
  const coins = receivedCryptoAmount === null ? '' : `, ${receivedCryptoAmount} ${cryptocurrency}`;
  return `${cryptocurrency} ${transactionHash}${output}${arrived}${coins}${asCredit ? ', + £' : ''}`;
}

async function approve({ tx, actor }: Acting, { pending, decision }: Decided): Promise<WaitingApproval> {
  await requireFreeOutput(tx, { paymentId: pending.id, userId: pending.userId }, decision.output);
  // The author of the first approval may no longer be an administrator.
  await dropApproval(tx, pending.id);
  const { userId, amount } = pending;
  const wanted = { kind: 'payment', userId, amount: formatMoney(amount), ...stated(decision) } as const;
  const requestId = await storeRequest({ tx, actor }, { wanted, subject: pending.id });
  if (!requestId) throw new Error('a payment is not locked');
  const { id, email, fullName } = await readUser(tx.db, actor.id);
  const by = { id, email, fullName };
  const approval = { requestId, by, at: tx.now.toISOString(), ...stated(decision) };
  const otherAdministrators = await countOthers(tx, actor.id);
  return { ...approval, otherAdministrators, detail: whatNow(otherAdministrators) };
}

async function countOthers(tx: DatabaseTransaction, actorId: string): Promise<number> {
  const mayVerify = or(isNull(users.duty), inArray(users.duty, [...dutiesFor(verifyPayment)]));
  const isOther = and(eq(users.role, 'admin'), mayVerify, eq(users.status, 'active'), ne(users.id, actorId));
  const [counted] = await tx.db.select({ others: count() }).from(users).where(isOther);
  return counted?.others ?? 0;
}

const whatNow = (otherAdministrators: number): string =>
  otherAdministrators > 0
    ? 'Approved. Another administrator has to verify it with the same hash and amount.'
    : 'Approved, but there is no other active administrator to agree: create or activate one, or raise APPROVAL_ABOVE_GBP.';
