import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../platform/kit/clock.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { type IncomingSms, MOST_PICTURES, withPlusSign } from '../../incoming-sms.ts';
import type { CarrierCallback, SignedNews } from '../../port.ts';
import { parseJson } from '../../../platform/kit/parse-json.ts';
import { checkTelnyxSignature } from './signature.ts';

const eventBody = z.object({
  data: z.object({
    event_type: z.string(),
    payload: z.object({
      id: z.string().min(1),
      from: z.object({ phone_number: z.string() }),
      to: z.array(z.object({ phone_number: z.string() })).min(1),
      text: z.string().nullish(),
      // A strange file does not keep a message out.
      media: z
        .array(z.object({ url: z.string(), content_type: z.string().nullish(), size: z.number().nullish() }))
        .nullish()
        .catch(null),
    }),
  }),
});

/**
 * Reads an incoming message: the event `message.received`. Long messages arrive complete.
 * @throws bad_signature
 */
export function readTelnyxMessage(key: KeyObject, clock: Clock, callback: CarrierCallback): SignedNews<IncomingSms> {
  const seal = checkTelnyxSignature(key, clock, callback);
  const event = eventBody.safeParse(parseJson(callback.body));
  if (!event.success) throw new Problem('malformed_request', 'This is no message');
  const { event_type: kind, payload } = event.data.data;
  if (kind !== 'message.received') return { news: [], seal };
  const pictures = (payload.media ?? []).slice(0, MOST_PICTURES).map(({ url, content_type: type, size }) => ({
    ...{ address: url, contentType: type ?? null },
    size: size !== undefined && Number.isSafeInteger(size) ? size : null,
  }));
  const news = payload.to.map(({ phone_number: to }, index) => ({
    carrierMessageId: index === 0 ? payload.id : `${payload.id}/${index}`,
    from: withPlusSign(payload.from.phone_number),
    to: withPlusSign(to),
    text: payload.text ?? '',
    part: null,
    ...(pictures.length > 0 && { pictures }),
  }));
  return { news, seal };
}
