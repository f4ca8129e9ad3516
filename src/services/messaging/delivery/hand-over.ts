import type { Deps } from '../../deps.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { callbackUrl } from '../../../carriers/callback-url.ts';
import { type Carrier, SEND_TIMEOUT_MS, type SendResult } from '../../../carriers/port.ts';
import { mediaUrl } from '../media/media-url.ts';
import type { ClaimedRecipient, HandOverDeadline } from './claim.ts';

const NO_PICTURES: SendResult = {
  ...{ kind: 'refused', retry: 'other-carrier', code: 'no_mms' },
  customerWords: 'The carrier does not take pictures for this number',
};

interface HandOver {
  carrier: Carrier;
  recipient: ClaimedRecipient;
  before: HandOverDeadline;
  /** Gets an answer that comes after the time limit. */
  late?: (result: SendResult) => void;
}

/**
 * Hands one claimed recipient to a carrier. It never rejects: after any error on the way, the message may have
 * been sent.
 *
 * A process that was stopped for longer than its claim hands nothing over, because another process may have claimed
 * the recipient meanwhile.
 */
export async function handOver(
  deps: Pick<Deps, 'config' | 'clock'>,
  { carrier, recipient, before, late }: HandOver,
): Promise<SendResult> {
  const mayLeave = () => deps.clock.now() <= before.at && performance.now() <= before.tick;
  if (!mayLeave()) return { kind: 'late' };
  const { media_key: key, sender_id: sender, number } = recipient;
  // It was accepted before there was this carrier, or while it still took pictures there.
  if (key !== null && !carrier.takesPicture?.({ sender, number })) return NO_PICTURES;
  try {
    const answer = carrier.sendSms({
      reference: recipient.id,
      ...{ sender, number },
      text: recipient.message,
      ...(key !== null && { mediaUrl: mediaUrl(deps.config.publicUrl, key) }),
      validityMinutes: recipient.validity_minutes,
      callbackUrl: callbackUrl({ deps }, carrier.name),
      mayLeave,
      late,
    });
    return await answerWithin(SEND_TIMEOUT_MS, answer, late);
  } catch (error) {
    return { kind: 'uncertain', detail: error instanceof Error ? error.message : 'failed' };
  }
}
