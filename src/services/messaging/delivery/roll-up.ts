import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import type { smsMessages } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { earnMargin } from '../../../money/margins/margins.ts';
import { add, formatMoney, type Money, parseMoney, subtract, ZERO } from '../../../platform/kit/money.ts';
import type { ChangedRecipient, StoredStatus } from './apply-changes.ts';
import type { RecipientCounts, RecipientStatus } from '../contract.ts';
import { refundRecipients } from './refund-recipients.ts';
import { CANCELLED, countsOf, messageStatus } from './message-status.ts';
import { messageStatusEvent, RECIPIENTS_IN_EVENT } from '../events.ts';

type MessageRow = typeof smsMessages.$inferSelect & {
  /** A reseller earns a part of its charge. */
  hasMargin: boolean;
};

/** A message after some of its recipients have results. */
export type RolledUp = NonNullable<Awaited<ReturnType<typeof rollUp>>>;

/**
 * Works out a message after some of its recipients have results: counts, status, costs, the earned margin, the refund
 * if a carrier refused, and the event. The message's row must be locked.
 */
export async function rollUp(tx: Transaction, message: MessageRow, changed: readonly ChangedRecipient[]) {
  // A claim that was given back changes nothing that customers see.
  const seen = changed.filter((recipient) => recipient.status !== counted(recipient.was));
  if (seen.length === 0) return null;
  if (message.hasMargin) await earnMargin(tx, message.transactionId, newlyEarning(seen));
  const counts = recount(message, seen);
  const actualCost = subtract(message.actualCost, await refund(tx, message, seen));
  const taken = seen.filter(wasTaken);
  const provider = taken.at(-1)?.provider ?? message.provider;
  const status = messageStatus(counts, message.cancelledAt !== null);
  const asked = carrierCost(message, seen);
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
  return {
    ...{ ...counts, id: message.id, status, provider, actual_cost: formatMoney(actualCost, 4) },
    handed_over: message.handedOverCount + taken.length,
    cancelled: message.cancelledCount + seen.filter(({ error }) => error === CANCELLED).length,
    carrier_cost: asked === null ? null : formatMoney(asked, 4),
  };
}

/** Writes what has become of some messages. */
export const storeCounts = (tx: Transaction, messages: readonly RolledUp[]): void =>
  tx.send(writeCounts(tx.sql, { ids: messages.map(({ id }) => id), messages: JSON.stringify(messages) }));

/** PostgreSQL expects a hundred rows of any list as JSON and would read the whole table; of the ids it expects ten. */
const writeCounts = prepared<{ ids: readonly string[]; messages: string }, never>(
  (p) => template`
    update sms_messages m set queued_count = w.queued, sent_count = w.sent, delivered_count = w.delivered,
      failed_count = w.failed, unknown_count = w.unknown, opted_out_count = w."optedOut", handed_over_count = w.handed_over,
      cancelled_count = w.cancelled, status = w.status, provider = w.provider, actual_cost = w.actual_cost, carrier_cost = w.carrier_cost
    from json_to_recordset(${p.messages}::text::json) as w (id uuid, queued integer, sent integer, delivered integer,
      failed integer, unknown integer, "optedOut" integer, handed_over integer, cancelled integer, status text, provider text,
      actual_cost numeric, carrier_cost numeric)
    where m.id = any(${p.ids}::uuid[]) and m.id = w.id`,
);

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
const wasTaken = ({ was, status, refund }: ChangedRecipient): boolean => isOpen(was) && !refund && !isOpen(status);

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
