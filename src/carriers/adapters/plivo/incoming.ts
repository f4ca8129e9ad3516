import { Problem } from '../../../platform/kit/errors.ts';
import { type IncomingSms, MOST_PICTURES, withPlusSign } from '../../incoming-sms.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import { badSignature, isSecretUrl } from '../callback-signature.ts';
import { checkPlivoSignature } from './signature.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** A delivery that was not accepted may be repeated for a day. */
const AGAIN_WITHIN_MS = DAY_MS;

/**
 * Reads an incoming message (plivo.com/docs/messaging/xml/request). Long messages arrive complete. Plivo may
 * sign them in the older way, which does not cover their content, so their address is a secret of ours.
 * @throws bad_signature, malformed_request
 */
export function readPlivoMessage(
  authToken: string,
  host: Pick<CarrierHost, 'clock' | 'config'>,
  callback: CarrierCallback,
): SignedNews<IncomingSms> {
  const { form, signature } = checkPlivoSignature(authToken, callback, 'either');
  if (!isSecretUrl(host, callback.url)) throw badSignature();
  const [id, from, to] = [form.get('MessageUUID'), form.get('From'), form.get('To')];
  if (!id || !from || !to) throw new Problem('malformed_request', 'This is no message');
  // `Media0`, `Media1` and so on, from which number ever.
  const pictures = [...form]
    .filter(([name, address]) => /^Media\d+$/.test(name) && address !== '')
    .slice(0, MOST_PICTURES)
    .map(([, address]) => ({ address, contentType: null, size: null }));
  const message: IncomingSms = {
    carrierMessageId: id,
    from: withPlusSign(from),
    to: withPlusSign(to),
    text: form.get('Text') ?? form.get('Body') ?? '',
    part: null,
    ...(pictures.length > 0 && { pictures }),
  };
  return { news: [message], seal: { signature, staleAt: new Date(host.clock.now().getTime() + AGAIN_WITHIN_MS) } };
}
