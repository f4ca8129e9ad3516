import { z } from 'zod';
import { Problem } from '../../../platform/kit/errors.ts';
import type { IncomingSms } from '../../incoming-sms.ts';
import type { CarrierCallback, CarrierHost, SignedNews } from '../../port.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import { checkSandboxSignature, signed, type Signing } from './signature.ts';

const messageBody = z.object({ id: z.uuid(), from: z.string(), to: z.string(), text: z.string() });
type Message = z.infer<typeof messageBody>;

/** Reads a message that a simulated carrier delivers. @throws bad_signature, malformed_request */
export function readSandboxMessage(
  host: CarrierHost,
  carrier: string,
  callback: CarrierCallback,
): SignedNews<IncomingSms> {
  const seal = checkSandboxSignature(host, carrier, callback);
  const message = messageBody.safeParse(parseJson(callback.body));
  if (!message.success) throw new Problem('malformed_request', 'This is no message');
  const { id, from, to, text } = message.data;
  return { news: [{ carrierMessageId: id, from, to, text, part: null }], seal };
}

export const signMessage: Signing<Message> = signed;
