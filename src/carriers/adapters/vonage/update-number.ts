import { z } from 'zod';
import type { OwnNumber } from '../../incoming-sms.ts';
import { expectOk, withoutPlus } from '../http-carrier.ts';
import type { VonageApi } from './api.ts';

const CARRIER = 'vonage';
const ownedBody = z.object({
  numbers: z
    .array(z.object({ msisdn: z.string(), app_id: z.string().nullish(), moHttpUrl: z.string().nullish() }))
    .default([]),
});

/**
 * Says where messages to a number of ours go, or which application its calls belong to. What was said before goes with
 * it, as in Vonage's own tools, so that neither takes the other away.
 */
export async function updateNumber(
  api: VonageApi,
  { number, countryCode }: OwnNumber,
  change: { moHttpUrl: string } | { app_id: string },
): Promise<void> {
  const msisdn = withoutPlus(number);
  const answer = await api.get('/account/numbers', { pattern: msisdn, search_pattern: '0' });
  const { numbers } = ownedBody.parse(expectOk(answer, CARRIER));
  const { app_id, moHttpUrl } = numbers.find((each) => each.msisdn === msisdn) ?? {};
  const before = { ...(app_id && { app_id }), ...(moHttpUrl && { moHttpUrl }) };
  const fields = { country: countryCode, msisdn, ...before, ...change };
  expectOk(await api.post('/number/update', fields), CARRIER);
}
