import { eq, sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import { transactions, chainEvidence } from '../../../../db/schema/index.ts';
import { columnsOf } from '../../../../db/table-rows.ts';
import { endWaiting } from '../../../callers/approvals/waiting.ts';
import { type Actor, audit } from '../../../callers/audit.ts';
import { isClosed, requireNotClosed } from '../../../callers/closing/is-closed.ts';
import type { User } from '../../../callers/contract.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Config } from '../../config.ts';
import { allAtOnce } from '../../../platform/kit/all-at-once.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { Problem, invalidField, sentence } from '../../../platform/kit/errors.ts';
import type { Fulfilments } from '../../ledger/fulfilment.ts';
import { formatMoney, type Money } from '../../../platform/kit/money.ts';
import { requireSoundBooks } from '../../proof/differences.ts';
import { findLatePayment, type LatePayment } from '../../rates/late-payment.ts';
import { arrivedOf } from '../../ledger/post.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { readScreening } from '../../screening/read-screening.ts';
import type { verifyPayment } from '../admin-contract.ts';
import { agree } from './approve.ts';
import { asOrder } from '../orders/find-order.ts';
import { aboutPayment, findApproval } from './find-approval.ts';
import { type ChainSaid, findDoubts } from './find-doubts.ts';
import { findPending } from './find-pending.ts';
import { lockHash, readHash, type ChainOutput } from '../hash-once.ts';
import { chainOf, normalizeHash } from '../../../shared/hashes.ts';
import { presentTransaction } from '../present-transaction.ts';
import { readReceived } from './read-received.ts';
import { refuseClaimants, speaksForItself } from './refuse-claimants.ts';
import { requireReason } from './require-reason.ts';
import { type Decision, settlePayment } from './settle-payment.ts';
import { paymentVerifiedEvent } from '../events.ts';
import { fault } from '../../../platform/kit/faults.ts';

type Verified = ResponseOf<typeof verifyPayment>;

/**
 * Verifies a payment. A purchase adds its credit and, if that is enough, pays the order that it names; the payment of
 * an order grants the order. If the administrator says what arrived, that sum counts. Above the configured amount the
 * first administrator's decision is only recorded, and a second one settles. The administrator's hash is stored; if
 * the customer's was different, the audit log keeps it. Other payments with the same claim are rejected, and their
 * customers are told. What the chain contradicts needs a reason, and a second administrator where there is one. Nobody
 * verifies a payment of their own.
 * @param said what the chain says of the given hash, where that is not stored with the payment
 * @throws unavailable (the books do not balance), not_found, already_processed, validation_failed (cryptocurrency,
 * transactionHash, what arrived, less than an order's price, or no reason although it looks like another customer's),
 * already_subscribed and not_allowed_now (the order can no longer be granted), not_allowed_now (the same administrator
 * again, or a hash or amount other than the first one's), duplicate_transaction_hash
 */
export async function verify(
  { deps: { config }, fulfilments, actor }: { deps: { config: Config }; fulfilments: Fulfilments; actor: Actor },
  { tx, input, named, said }: { tx: DatabaseTransaction; input: Input; named: Named; said: ChainSaid },
): Promise<Verified> {
  const locked = await lockPending(tx, config, input, named);
  const { pending } = locked;
  if (pending.userId === actor.id) throw new Problem('not_allowed_now', sentence('ownMoney'));
  const decision = await readDecision(tx, { fulfilments, said }, locked, input);
  const [, agreed] = await allAtOnce([
    requireReason(tx, pending, { ...decision, reason: input.reason }),
    agree({ tx, config, actor }, { pending, decision }),
    requireNotClosed(tx.db, pending.userId),
  ]);
  if (!('byTwo' in agreed)) {
    const user = await readUser(tx.db, pending.userId);
    return { transaction: presentTransaction(pending), user, approval: agreed };
  }
  const { byTwo } = agreed;
  const settled = await settlePayment({ tx, fulfilments, actor }, { pending, decision });
  const [user] = await allAtOnce([
    readUser(tx.db, settled.userId),
    endWaiting(tx, aboutPayment(settled.id), { by: byTwo ? actor.id : null, agreed: byTwo }),
    refuseClaimants(tx, actor, settled),
  ]);
  return announceVerified(tx, actor, {
    ...{ pending, settled, user },
    detail: {
      ...(input.reason ? { reason: input.reason } : {}),
      ...(byTwo ? { byTwo } : {}),
      ...(config.screening ? { screening: await screenedAs(tx, pending, decision) } : {}),
    },
  });
}

async function screenedAs(tx: DatabaseTransaction, { id }: TransactionRow, { output }: Decision) {
  const said = await readScreening(tx.db, { transactionId: id, hash: output.transactionHash });
  return said?.verdict ?? 'unanswered';
}

/**
 * Verifies a purchase of credit without a person, with its own hash and exactly what was due.
 * @param detail what is kept in the audit log beside the payment
 * @returns null if anything about it is for a person to decide: a doubt, a price that has ended, an order
 * @throws unavailable (the books do not balance), not_found, already_processed, duplicate_transaction_hash
 */
export async function verifyBySystem(
  { deps: { config }, fulfilments }: { deps: { config: Config }; fulfilments: Fulfilments },
  { tx, transactionId, detail }: { tx: DatabaseTransaction; transactionId: string; detail: Record<string, unknown> },
): Promise<TransactionRow | null> {
  const [named] = await tx.db
    .select({ cryptocurrency: transactions.cryptocurrency, transactionHash: transactions.transactionHash })
    .from(transactions)
    .where(eq(transactions.id, transactionId));
  const input = { transactionId, transactionHash: named?.transactionHash ?? '' };
  const locked = await lockPending(tx, config, input, named);
  const { pending } = locked;
  if (await isClosed(tx.db, pending.userId)) return null;
  if (pending.type !== 'credit_purchase' || pending.transactionHash === null) return null;
  // Its customer's other hash was not locked.
  if (pending.transactionHash !== input.transactionHash) return null;
  if (await findApproval(tx.db, transactionId)) return null;
  if (locked.late) return null;
  const decision = await readDecision(tx, { fulfilments, said: null }, locked, input);
  if (decision.doubts.length > 0 || decision.received.value !== pending.amount) return null;
  if (await isClaimedByOthers(tx, pending)) return null;
  if (config.screening && (await screenedAs(tx, pending, decision)) !== 'clear') return null;
  const settled = await settlePayment({ tx, fulfilments, actor: null }, { pending, decision });
  const [user] = await allAtOnce([readUser(tx.db, settled.userId), refuseClaimants(tx, null, settled)]);
  await announceVerified(tx, null, { pending, settled, user, detail: { ...detail, automatic: true } });
  return settled;
}

/** Tells whether somebody else's claim is more than a pasted hash. The hash is locked, so that nobody claims it meanwhile. */
async function isClaimedByOthers(
  tx: DatabaseTransaction,
  { id, chain, transactionHash, outputIndex }: TransactionRow,
): Promise<boolean> {
  if (!chain || !transactionHash) return true;
  const [other] = await tx.db.execute(template`
    select from transactions o
    where o.chain = ${chain} and o.transaction_hash = ${transactionHash} and o.id <> ${id}
      and (o.output_index is null or ${outputIndex}::int is null or o.output_index = ${outputIndex}::int)
      and ${speaksForItself}
    limit 1`);
  return other !== undefined;
}

type Input = BodyOf<typeof verifyPayment>;

/** The payment as it was a moment ago: its coin tells which hash is to be locked before it. */
export type Named = Pick<TransactionRow, 'cryptocurrency'> | null | undefined;

const evidenceRow = columnsOf(chainEvidence);
const readEvidence = prepared<{ id: string; hash: string }, Record<string, unknown>>(
  (p) => template`
    select ${evidenceRow.list} from chain_evidence
    where transaction_id = ${p.id}::uuid and transaction_hash = ${p.hash}`,
);

interface Locked {
  pending: TransactionRow;
  /** What is stored about the given hash. */
  evidence: typeof chainEvidence.$inferSelect | undefined;
  late: LatePayment | null;
}

/**
 * The payment, locked. The given hash is locked before it: other payments with the same hash may have to be closed with
 * this one. @throws unavailable (the books do not balance), not_found, already_processed
 */
async function lockPending(tx: DatabaseTransaction, config: Config, input: Input, named: Named): Promise<Locked> {
  const { transactionId } = input;
  const coinId = named?.cryptocurrency ?? input.cryptocurrency;
  const transactionHash = (coinId && normalizeHash(coinId, input.transactionHash)) ?? '';
  const output = coinId && transactionHash ? { chain: chainOf(coinId), transactionHash } : null;
  // They go out together, the lock of the hash first, then that of the payment.
  const locking = output && lockHash(tx, output);
  const finding = findPending(tx, transactionId);
  const [, , pending, [found], late] = await allAtOnce([
    requireSoundBooks(tx.db),
    locking,
    finding,
    readEvidence(tx.sql, { id: transactionId, hash: transactionHash }),
    output && findLatePayment(tx.db, config, { transactionId, ...output, now: tx.now }),
  ]);
  // Its coin was another one a moment ago. If this waits for one that has the hash and waits for the payment, one is tried again.
  if (pending.cryptocurrency !== (named?.cryptocurrency ?? null)) return lockPending(tx, config, input, pending);
  return { pending, evidence: found && evidenceRow.read(found), late };
}

/** The administrator's decision, after all checks except that for a second administrator. */
async function readDecision(
  tx: DatabaseTransaction,
  { fulfilments, said }: { fulfilments: Fulfilments; said: ChainSaid },
  { pending, evidence, late }: Locked,
  input: Input,
): Promise<Decision> {
  // If the order came without a payment, only the administrator knows in which coin it was paid.
  const cryptocurrency = pending.cryptocurrency ?? input.cryptocurrency;
  if (!cryptocurrency) throw invalidField('cryptocurrency', fault('coinMissing'));
  const given = readHash(cryptocurrency, input.transactionHash, input.outputIndex ?? null);
  const output = { ...given, outputIndex: knownIndex(pending, given) ?? evidence?.outputIndex ?? null };
  const received = readReceived(pending, { coinId: cryptocurrency, late }, input);
  const order = asOrder(pending);
  const asCredit = order !== undefined && input.asCredit === true;
  if (order && !asCredit) {
    if (received.value < order.amount) throw tooLittle(received.value, order.amount);
    const obstacle = await fulfilments[order.type].obstacle(tx, order);
    if (obstacle) throw obstacle;
  }
  const doubts = findDoubts(pending, { ...output, arrived: received.value, said, evidence });
  return { cryptocurrency, output, received, asCredit, doubts };
}

function tooLittle(arrived: Money, price: Money): Problem {
  const values = { arrived: `£${formatMoney(arrived)}`, price: `£${formatMoney(price)}` };
  return invalidField('asCredit', sentence('arrivedTooLittle', values));
}

async function announceVerified(
  tx: DatabaseTransaction,
  actor: Actor | null,
  {
    pending,
    settled,
    user,
    detail,
  }: { pending: TransactionRow; settled: TransactionRow; user: User; detail: Record<string, unknown> },
): Promise<Verified> {
  const transaction = presentTransaction(settled);
  const transactionHash = settled.transactionHash ?? '';
  const amount = formatMoney(arrivedOf(settled));
  const { amount: amountDue, receivedCryptoAmount, settlesTransactionId, type } = transaction;
  tx.publish(paymentVerifiedEvent, settled.userId, {
    transactionId: settled.id,
    userId: settled.userId,
    type,
    transactionHash,
    amount,
    amountDue,
    credits: user.credits,
    settlesTransactionId,
  });
  await allAtOnce([
    writeMail(tx, user.id, {
      kind: 'payment_verified',
      description: transaction.description,
      wording: transaction.wording,
      balance: user.credits,
      amount: amountDue,
      received: amount === amountDue ? null : amount,
      order: type !== 'credit_purchase',
    }),
    audit(tx, actor, actor ? 'payment.verified' : 'payment.verified_automatically', {
      subject: user.email,
      userId: user.id,
      detail: {
        transactionId: settled.id,
        amount,
        transactionHash,
        ...(amount === amountDue ? {} : { amountDue }),
        ...(receivedCryptoAmount ? { receivedCryptoAmount, cryptoAmountDue: settled.cryptoAmount } : {}),
        ...(settled.id === pending.id ? {} : { insteadOf: pending.id }),
        ...detail,
        ...differingHash(pending, transactionHash),
        ...(settled.verifiedDespite ? { despite: settled.verifiedDespite } : {}),
      },
    }),
  ]);
  return { transaction, user, approval: null };
}

const differingHash = ({ transactionHash }: TransactionRow, verified: string) =>
  transactionHash && transactionHash !== verified ? { customerTransactionHash: transactionHash } : {};

/** The output that the administrator names, otherwise the payment; its evidence may name one where neither does. */
const knownIndex = (pending: TransactionRow, { transactionHash, outputIndex }: ChainOutput): number | null =>
  outputIndex ?? (pending.transactionHash === transactionHash ? pending.outputIndex : null);
