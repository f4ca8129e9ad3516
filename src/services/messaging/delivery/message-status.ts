import { sql as template } from 'drizzle-orm';
import type { smsMessages } from '../../../../db/schema/index.ts';
import type { RecipientCounts, SmsMessage } from '../contract.ts';

/** The customer's text for a recipient whose message was cancelled in time. */
export const CANCELLED = 'Cancelled before it was sent';
/** The same text in a statement. Such a recipient is stored as failed, though nothing went wrong. */
export const CANCELLED_SQL = template.raw(`'${CANCELLED}'`);

/** How many recipients of a stored message are in each state. */
export const countsOf = (message: typeof smsMessages.$inferSelect): RecipientCounts => ({
  queued: message.queuedCount,
  sent: message.sentCount,
  delivered: message.deliveredCount,
  failed: message.failedCount,
  unknown: message.unknownCount,
  optedOut: message.optedOutCount,
});

/**
 * A message's status from its recipients: queued until the first has a result, sending while any is open; when all
 * have ended, failed or delivered if all ended alike, otherwise partial; sent while reports are missing. It has failed
 * if all want no messages.
 * @param cancelled its owner stopped it; if nothing was sent before, this is the status
 */
export function messageStatus(counts: RecipientCounts, cancelled = false): SmsMessage['status'] {
  const { queued, sent, delivered, failed, unknown } = counts;
  // Those who want no messages say nothing of how the others fared.
  const total = queued + sent + delivered + failed + unknown;
  if (total === 0) return 'failed';
  if (queued === total) return 'queued';
  if (queued > 0) return 'sending';
  if (failed === total) return cancelled ? 'cancelled' : 'failed';
  if (delivered === total) return 'delivered';
  return delivered + failed === total ? 'partial' : 'sent';
}
