import { Problem } from '../../../platform/kit/errors.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { type IncomingSms, MOST_PICTURES, withPlusSign } from '../../incoming-sms.ts';
import type { CarrierCallback, SignedNews } from '../../port.ts';
import { checkTwilioSignature } from './signature.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** A delivery that was not accepted may be repeated for a day. */
const AGAIN_WITHIN_MS = DAY_MS;

/**
 * Reads an incoming message: the webhook of a number's `SmsUrl`. Long messages arrive complete.
 * @throws bad_signature
 */
export function readTwilioMessage(authToken: string, clock: Clock, callback: CarrierCallback): SignedNews<IncomingSms> {
  const { form, signature } = checkTwilioSignature(authToken, callback);
  const [id, from, to] = [form.get('MessageSid'), form.get('From'), form.get('To')];
  if (!id || !from || !to) throw new Problem('malformed_request', 'This is no message');
  const message: IncomingSms = {
    carrierMessageId: id,
    from: withPlusSign(from),
    to: withPlusSign(to),
    text: form.get('Body') ?? '',
    part: null,
    ...picturesOf(form),
  };
  return { news: [message], seal: { signature, staleAt: new Date(clock.now().getTime() + AGAIN_WITHIN_MS) } };
}

/** `NumMedia` says how many there are; `MediaUrl0` is the first one. */
function picturesOf(form: URLSearchParams): Pick<IncomingSms, 'pictures'> {
  const count = Math.min(Number(form.get('NumMedia') ?? 0) || 0, MOST_PICTURES);
  const pictures = Array.from({ length: Math.max(0, count) }, (_, place) => ({
    address: form.get(`MediaUrl${place}`) ?? '',
    contentType: form.get(`MediaContentType${place}`),
    size: null,
  })).filter(({ address }) => address !== '');
  return pictures.length > 0 ? { pictures } : {};
}
