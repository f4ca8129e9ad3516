import { z } from 'zod';
import type { LineKind } from '../../../../db/enums.ts';
import type { NumberFacts } from '../../number-port.ts';
import { expectOk } from '../http-carrier.ts';
import { networkCode } from '../network-code.ts';
import type { TelnyxApi } from './api.ts';

/** The types of number that its look-up tells apart; `fixed line or mobile` and the others say nothing for certain. */
const KINDS: Record<string, LineKind> = {
  mobile: 'mobile',
  'fixed line': 'fixed',
  voip: 'voip',
  'toll free': 'toll_free',
};
const PORTED: Record<string, boolean> = { Y: true, N: false };

/** Older answers have the codes of networks as numbers. */
const code = z.union([z.string(), z.number()]).nullish();
const body = z.object({
  data: z.object({
    country_code: z.string().nullish(),
    carrier: z
      .object({
        type: z.string().nullish(),
        name: z.string().nullish(),
        mobile_country_code: code,
        mobile_network_code: code,
      })
      .nullish(),
    portability: z.object({ ported_status: z.string().nullish() }).nullish(),
  }),
});

/** Asks Telnyx's number look-up for the carrier of a number and whether it was ported. */
export async function lookUpAtTelnyx(api: TelnyxApi, number: string): Promise<NumberFacts> {
  const answer = await api.probe(`/number_lookup/${encodeURIComponent(number)}`, { type: 'carrier' });
  const { country_code: country, carrier, portability } = body.parse(expectOk(answer, 'telnyx')).data;
  return {
    kind: KINDS[carrier?.type ?? ''] ?? 'unknown',
    country: country ?? null,
    network: networkCode(carrier?.mobile_country_code, carrier?.mobile_network_code),
    networkName: carrier?.name ?? null,
    ported: PORTED[portability?.ported_status ?? ''] ?? null,
  };
}
