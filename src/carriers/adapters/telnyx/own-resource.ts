import { z } from 'zod';
import { expectOk, withoutPlus } from '../http-carrier.ts';
import type { NumberCarries } from '../../number-port.ts';
import type { TelnyxApi } from './api.ts';

const ownedBody = z.object({ data: z.array(z.object({ id: z.string(), phone_number: z.string() })) });

/** The path of a number of ours, below which its settings are; null where it is not ours. @param number E.164 */
export async function ownResource(api: TelnyxApi, number: string): Promise<string | null> {
  const answer = await api.get('/phone_numbers', { 'filter[phone_number]': withoutPlus(number) });
  const owned = ownedBody.parse(expectOk(answer, 'telnyx')).data;
  const resource = owned.find(({ phone_number: each }) => each === number);
  return resource ? `/phone_numbers/${encodeURIComponent(resource.id)}` : null;
}

/** The same where it has to be there. @throws where the number is not ours */
export async function requireResource(api: TelnyxApi, number: string): Promise<string> {
  const path = await ownResource(api, number);
  if (!path) throw new Error('telnyx: the number is not ours');
  return path;
}

const messagingBody = z.object({
  data: z.object({ features: z.object({ sms: z.looseObject({}).nullish() }).nullish() }),
});

/**
 * Finds out the services that a number of ours carries: every number there has settings for calls, and one
 * that carries messages names its features for SMS (developers.telnyx.com, `GET
 * /phone_numbers/{id}/messaging`). Null where it is not ours.
 */
export async function carriedBy(api: TelnyxApi, number: string): Promise<NumberCarries | null> {
  const path = await ownResource(api, number);
  if (!path) return null;
  const { features } = messagingBody.parse(expectOk(await api.get(`${path}/messaging`), 'telnyx')).data;
  return features ? { messages: Boolean(features.sms), calls: true } : null;
}
