import type { Clock } from '../../../platform/kit/clock.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import type { RawText } from '../../alphabets.ts';
import { type IncomingSms, withPlusSign } from '../../incoming-sms.ts';
import type { CarrierCallback, SignedNews } from '../../port.ts';
import type { VonageSettings } from './credential.ts';
import { readSignedFields } from './signature.ts';

/**
 * Reads an incoming message: the webhook for inbound SMS. Long messages arrive part by part.
 * @throws bad_signature
 */
export function readVonageMessage(
  settings: VonageSettings,
  clock: Clock,
  callback: CarrierCallback,
): SignedNews<IncomingSms> {
  const { fields, seal } = readSignedFields(settings, clock, callback);
  const { msisdn, to, messageId, text = '' } = fields;
  if (!msisdn || !to || !messageId) throw new Problem('malformed_request', 'This is no message');
  const part = partOf(fields);
  const message: IncomingSms = {
    carrierMessageId: messageId,
    from: withPlusSign(msisdn),
    to: withPlusSign(to),
    text,
    part: part && { ...part, raw: rawOf(text) },
  };
  return { news: [message], seal };
}

/** Its halves of a character are halves of a surrogate pair. */
const rawOf = (text: string): RawText => ({ octets: Buffer.from(text, 'utf16le').swap16(), alphabet: 'utf-16be' });

function partOf(fields: Readonly<Record<string, string>>): IncomingSms['part'] {
  if (fields.concat !== 'true') return null;
  const [reference = '', number, count] = [
    fields['concat-ref'],
    Number(fields['concat-part']),
    Number(fields['concat-total']),
  ];
  const sound = Number.isInteger(number) && Number.isInteger(count) && number >= 1 && number <= count;
  return sound && count <= 255 ? { reference, number, count } : null;
}
