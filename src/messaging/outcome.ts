import type { Carrier, Receipt, SendResult } from '../providers/port.ts';
import type { RecipientChange } from './apply-changes.ts';
import type { ClaimedRecipient } from './claim.ts';

/** After so many attempts in vain a message is given up and refunded: four minutes with the pauses below. */
const MAX_ATTEMPTS = 10;
const LONGEST_PAUSE_MS = 60_000;

/**
 * What a carrier's answer means for its recipient; null where that must be found out later, because the
 * message may have left and the carrier can be asked.
 *
 * A refusal says that it did not leave: it is tried again where that may help, else given up and
 * refunded. (Until each recipient may choose its own carrier, `other-carrier` waits for the active one to
 * change, as `later` does.)
 */
export function changeAfterSend(
  carrier: Pick<Carrier, 'name' | 'lookup'>,
  claimed: Pick<ClaimedRecipient, 'id' | 'message_id' | 'attempts'>,
  result: SendResult,
  now: Date,
): RecipientChange | null {
  const { id, message_id: messageId, attempts: attempt } = claimed;
  if (result.kind === 'accepted') {
    const { providerMessageId, carrierCost } = result;
    // It holds also where the claim ran out meanwhile: the carrier has it, and it must not go again.
    const from = ['queued', 'sending', 'unknown'] as const;
    return { id, messageId, to: 'sent', from, provider: carrier.name, providerMessageId, carrierCost };
  }
  const answered = { id, messageId, from: ['sending'], attempt } as const;
  if (result.kind === 'uncertain') {
    return carrier.lookup ? null : { ...answered, to: 'unknown', error: 'The carrier gave no clear answer' };
  }
  if (result.retry === 'never' || attempt >= MAX_ATTEMPTS) {
    return { ...answered, to: 'failed', error: result.customerWords, refund: true };
  }
  return { ...answered, to: 'queued', dueAt: new Date(now.getTime() + pauseAfter(attempt)) };
}

/** 1 s after the first attempt, then twice as long each time. */
const pauseAfter = (attempt: number): number => Math.min(1000 * 2 ** (attempt - 1), LONGEST_PAUSE_MS);

/** A later report goes before an earlier state, and an end is an end. */
const OPEN = ['queued', 'sending', 'unknown'] as const;

/**
 * What a delivery report means for its recipient. What a carrier took and could not deliver stays
 * charged, as the carrier charges for it; what it turns out to have refused is refunded.
 */
export function changeAfterReceipt(
  recipient: { id: string; messageId: string },
  receipt: Pick<Receipt, 'outcome' | 'customerWords'>,
): RecipientChange {
  const error = receipt.customerWords ?? undefined;
  switch (receipt.outcome) {
    case 'sent':
      return { ...recipient, to: 'sent', from: OPEN };
    case 'delivered':
      return { ...recipient, to: 'delivered', from: [...OPEN, 'sent'] };
    case 'undelivered':
      return { ...recipient, to: 'failed', from: [...OPEN, 'sent'], error };
    case 'refused':
      return { ...recipient, to: 'failed', from: [...OPEN, 'sent'], error, refund: true };
  }
}
