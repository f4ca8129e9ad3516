import type { Deps } from '../../deps.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { callbackUrl } from '../../../carriers/callback-url.ts';
import { type Carrier, SEND_TIMEOUT_MS, type SendResult } from '../../../carriers/port.ts';
import type { ClaimedRecipient, HandOverDeadline } from './claim.ts';

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
  try {
    const answer = carrier.sendSms({
      reference: recipient.id,
      sender: recipient.sender_id,
      number: recipient.number,
      text: recipient.message,
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
