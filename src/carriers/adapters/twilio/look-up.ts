import { z } from 'zod';
import type { LineKind } from '../../../../db/enums.ts';
import type { NumberFacts } from '../../port.ts';
import { expectOk } from '../http-carrier.ts';
import { networkCode } from '../network-code.ts';
import type { TwilioApi } from './api.ts';

/** The types of line that Line Type Intelligence tells apart; the others say nothing about messages. */
const KINDS: Record<string, LineKind> = {
  mobile: 'mobile',
  landline: 'fixed',
  fixedVoip: 'voip',
  nonFixedVoip: 'voip',
  tollFree: 'toll_free',
};

const body = z.object({
  country_code: z.string().nullish(),
  line_type_intelligence: z
    .object({
      type: z.string().nullish(),
      carrier_name: z.string().nullish(),
      mobile_country_code: z.string().nullish(),
      mobile_network_code: z.string().nullish(),
    })
    .nullish(),
});

/**
 * Asks Twilio's Lookup v2 for the line type and the network. It knows ports, and does not say which numbers are ported.
 * @param api of its Lookup
 */
export async function lookUpAtTwilio(api: TwilioApi, number: string): Promise<NumberFacts> {
  const answer = await api.probe(`/PhoneNumbers/${encodeURIComponent(number)}`, {
    Fields: 'line_type_intelligence',
  });
  const { country_code: country, line_type_intelligence: line } = body.parse(expectOk(answer, 'twilio'));
  return {
    kind: KINDS[line?.type ?? ''] ?? 'unknown',
    country: country ?? null,
    network: networkCode(line?.mobile_country_code, line?.mobile_network_code),
    networkName: line?.carrier_name ?? null,
    ported: null,
  };
}
