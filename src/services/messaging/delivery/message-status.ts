import type { RecipientCounts, SmsMessage } from '../contract.ts';

/**
 * What a message's recipients say about the message: queued until the first is settled, sending while
 * any is open, then failed or delivered where all of them are, partial where every one has ended but not
 * alike, and sent while some are still to be reported on.
 * @param cancelled its owner stopped it; where nothing had left by then, that is what it is
 */
export function messageStatus(counts: RecipientCounts, cancelled = false): SmsMessage['status'] {
  const { queued, sent, delivered, failed, unknown } = counts;
  const total = queued + sent + delivered + failed + unknown;
  if (queued === total) return 'queued';
  if (queued > 0) return 'sending';
  if (failed === total) return cancelled ? 'cancelled' : 'failed';
  if (delivered === total) return 'delivered';
  return delivered + failed === total ? 'partial' : 'sent';
}
