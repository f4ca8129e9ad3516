import { audit } from '../../../callers/audit.ts';
import type { Actor } from '../../../callers/guards.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Config } from '../../config.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { invalidField, type Problem } from '../../../platform/kit/errors.ts';
import type { Fulfilments } from '../../ledger/fulfilment.ts';
import { formatMoney, type Money } from '../../../platform/kit/money.ts';
import { requireSoundBooks } from '../../proof/differences.ts';
import { arrivedOf, type TransactionRow } from '../../ledger/post.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import type { verifyPayment } from '../admin-contract.ts';
import { agree } from './approve.ts';
import { asOrder } from '../orders/find-order.ts';
import { findDoubts } from './find-doubts.ts';
import { knownOutput } from './known-output.ts';
import { findPending } from './find-pending.ts';
import { readHash } from '../hash-once.ts';
import { presentTransaction } from '../present-transaction.ts';
import { readReceived } from './read-received.ts';
import { type Decision, settlePayment } from './settle-payment.ts';
import { paymentVerifiedEvent } from '../events.ts';

type Verified = ResponseOf<typeof verifyPayment>;

/**
 * Verifies a payment: a purchase adds its credit and, where that is enough, pays the order that it
 * names; an order paid in a coin grants what was ordered. What arrived counts, where it is said. Above the
 * configured amount the first administrator's word is written down and a second one's settles. The
 * administrator's hash is the one that is kept; the audit log keeps a customer's that differs.
 * @throws unavailable (the books do not add up), not_found, already_processed, validation_failed (cryptocurrency, transactionHash, what arrived, or
 *   less than an order's price), already_subscribed and not_allowed_now (the order cannot be granted any
 *   more), not_allowed_now (the same administrator again, or another hash or amount than the first one's),
 *   duplicate_transaction_hash
 */
export async function verify(
  {
    deps: { config },
    fulfilments,
    actor,
  }: { deps: { config: Config }; fulfilments: Fulfilments; actor: Actor },
  { tx, input }: { tx: DatabaseTransaction; input: BodyOf<typeof verifyPayment> },
): Promise<Verified> {
  await requireSoundBooks(tx.db);
  const pending = await findPending(tx, input.transactionId);
  const decision = await readDecision(tx, fulfilments, pending, input);
  const approval = await agree(tx, config, actor, pending, decision);
  if (approval) {
    const user = await readUser(tx.db, pending.userId);
    return { transaction: presentTransaction(pending), user, approval };
  }
  const settled = await settlePayment(tx, fulfilments, actor, pending, decision);
  return announceVerified(tx, actor, pending, settled);
}

/** What the administrator decides, checked for everything but a second one's word. */
async function readDecision(
  tx: DatabaseTransaction,
  fulfilments: Fulfilments,
  pending: TransactionRow,
  input: BodyOf<typeof verifyPayment>,
): Promise<Decision> {
  // What an order was paid in is known to the administrator alone where no payment came with it.
  const cryptocurrency = pending.cryptocurrency ?? input.cryptocurrency;
  if (!cryptocurrency) throw invalidField('cryptocurrency', 'Please select cryptocurrency and amount');
  const given = readHash(cryptocurrency, input.transactionHash, input.outputIndex ?? null);
  const output = await knownOutput(tx, pending, given);
  const received = readReceived(pending, cryptocurrency, input);
  const order = asOrder(pending);
  const asCredit = order !== undefined && input.asCredit === true;
  if (order && !asCredit) {
    if (received.value < order.amount) throw tooLittle(received.value, order.amount);
    const obstacle = await fulfilments[order.type].obstacle(tx, order);
    if (obstacle) throw obstacle;
  }
  const doubts = await findDoubts(tx.db, pending, { ...output, arrived: received.value });
  return { cryptocurrency, output, received, asCredit, doubts };
}

function tooLittle(arrived: Money, price: Money): Problem {
  const sentence = `£${formatMoney(arrived)} arrived and the order costs £${formatMoney(price)}`;
  return invalidField('asCredit', `${sentence}: credit what arrived, or reject the payment`);
}

async function announceVerified(
  tx: DatabaseTransaction,
  actor: Actor,
  pending: TransactionRow,
  settled: TransactionRow,
): Promise<Verified> {
  const user = await readUser(tx.db, settled.userId);
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
  await writeMail(tx, user.id, {
    kind: 'payment_verified',
    description: transaction.description,
    balance: user.credits,
    amount: amountDue,
    received: amount === amountDue ? null : amount,
    order: type !== 'credit_purchase',
  });
  await audit(tx, {
    actorId: actor.id,
    action: 'payment.verified',
    subject: user.email,
    subjectUserId: user.id,
    detail: {
      transactionId: settled.id,
      amount,
      transactionHash,
      ...(amount === amountDue ? {} : { amountDue }),
      ...(receivedCryptoAmount ? { receivedCryptoAmount, cryptoAmountDue: settled.cryptoAmount } : {}),
      ...(settled.id === pending.id ? {} : { insteadOf: pending.id }),
      ...differingHash(pending, transactionHash),
      ...(settled.verifiedDespite ? { despite: settled.verifiedDespite } : {}),
    },
  });
  return { transaction, user, approval: null };
}

const differingHash = ({ transactionHash }: TransactionRow, verified: string) =>
  transactionHash && transactionHash !== verified ? { customerTransactionHash: transactionHash } : {};
