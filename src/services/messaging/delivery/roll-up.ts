import { eq } from 'drizzle-orm';
import { smsMessages } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { earnMargin } from '../../../money/margins/margins.ts';
import { add, formatMoney, type Money, parseMoney, subtract, ZERO } from '../../../platform/kit/money.ts';
import type { ChangedRecipient, StoredStatus } from './apply-changes.ts';
import type { RecipientCounts, RecipientStatus } from '../contract.ts';
import { refundRecipients } from './refund-recipients.ts';
import { countsOf, messageStatus } from './message-status.ts';
import { messageStatusEvent, RECIPIENTS_IN_EVENT } from '../events.ts';

type MessageRow = typeof smsMessages.$inferSelect & {
  /** A reseller earns a part of its charge. */
  hasMargin: boolean;
};

/**
 * Updates a message after some of its recipients have results: counts, status, costs, the earned margin, the refund
 * if a carrier refused, and the event. The message's row must be
 * locked.
 */
export async function rollUp(
  tx: Transaction,
  message: MessageRow,
  changed: readonly ChangedRecipient[],
): Promise<void> {
  // A claim that was given back changes nothing that customers see.
  const seen = changed.filter((recipient) => recipient.status !== counted(recipient.was));
  if (seen.length === 0) return;
  if (message.hasMargin) await earnMargin(tx, message.transactionId, newlyEarning(seen));
  const counts = recount(message, seen);
  const actualCost = subtract(message.actualCost, await refund(tx, message, seen));
  const taken = seen.filter(wasTaken);
  const provider = taken.at(-1)?.provider ?? message.provider;
  const status = messageStatus(counts, message.cancelledAt !== null);
  await tx.db
    .update(smsMessages)
    .set({
      queuedCount: counts.queued,
      sentCount: counts.sent,
      deliveredCount: counts.delivered,
      failedCount: counts.failed,
      unknownCount: counts.unknown,
      optedOutCount: counts.optedOut,
      handedOverCount: message.handedOverCount + taken.length,
      status,
      provider,
      actualCost,
      carrierCost: carrierCost(message, seen),
    })
    .where(eq(smsMessages.id, message.id));
  tx.publish(messageStatusEvent, message.userId, {
    id: message.id,
    status,
    provider,
    counts,
    actualCost: formatMoney(actualCost, 4),
    recipients: seen.slice(0, RECIPIENTS_IN_EVENT).map((recipient) => ({
      messageId: recipient.id,
      number: recipient.number,
      status: recipient.status,
      cost: recipient.cost,
      error: recipient.error,
    })),
  });
}

/** For the customer, a recipient that is being sent is still queued. */
const counted = (status: StoredStatus): RecipientStatus => (status === 'sending' ? 'queued' : status);

const nameOf = (status: RecipientStatus): keyof RecipientCounts => (status === 'opted_out' ? 'optedOut' : status);

/** The margin of recipients of which the end is known now, minus that of recipients that a carrier gives back after all. */
const newlyEarning = (changed: readonly ChangedRecipient[]): Money =>
  changed
    .map(({ was, was_margin, status, margin, earned_unheard: unheard }) =>
      subtract(
        unheard || isOver(status) ? parseMoney(margin) : ZERO,
        unheard || isOver(was) ? parseMoney(was_margin) : ZERO,
      ),
    )
    .reduce(add, ZERO);

/** Tells whether nothing can change any more: until then a carrier may still refuse it. */
const isOver = (status: StoredStatus): boolean => status === 'delivered' || status === 'failed';

/** Tells whether no carrier is known to have taken it yet. */
const isOpen = (status: StoredStatus): boolean => status === 'queued' || status === 'sending' || status === 'unknown';

/** Tells whether this change is the first news that a carrier took the message. */
function wasTaken({ was, status, refund }: ChangedRecipient): boolean {
  return isOpen(was) && !refund && !isOpen(status);
}

function recount(message: MessageRow, changed: readonly ChangedRecipient[]): RecipientCounts {
  const counts = countsOf(message);
  for (const { was, status } of changed) {
    counts[nameOf(counted(was))] -= 1;
    counts[nameOf(status)] += 1;
  }
  return counts;
}

/** The sum of the prices that carriers named for its recipients; null while they named none. */
function carrierCost(message: MessageRow, changed: readonly ChangedRecipient[]): Money | null {
  const said = changed.filter((each) => each.carrier_cost !== each.was_carrier_cost);
  if (said.length === 0) return message.carrierCost;
  return said
    .map((each) => subtract(parseMoney(each.carrier_cost ?? '0'), parseMoney(each.was_carrier_cost ?? '0')))
    .reduce(add, message.carrierCost ?? ZERO);
}

async function refund(tx: Transaction, message: MessageRow, changed: readonly ChangedRecipient[]): Promise<Money> {
  const refused = changed.filter((recipient) => recipient.refund);
  const given = refused.map(({ number, was_cost }) => ({ number, amount: parseMoney(was_cost) }));
  const counted = refused.map(({ number, was_cost, counted: more }) => ({
    ...{ number, amount: parseMoney(more ?? was_cost) },
  }));
  await refundRecipients(tx, message, { given, counted, count: refused.length, number: refused[0]?.number });
  return given.map(({ amount }) => amount).reduce(add, ZERO);
}
