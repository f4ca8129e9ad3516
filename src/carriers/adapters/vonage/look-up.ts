import { z } from 'zod';
import type { LineKind } from '../../../../db/enums.ts';
import type { NumberFacts } from '../../number-port.ts';
import { expectOk, withoutPlus } from '../http-carrier.ts';
import { networkCode } from '../network-code.ts';
import type { VonageApi } from './api.ts';
import type { VonageVoiceSettings } from './credential.ts';

/** The types of network that Identity Insights tell apart; PAGER, LANDLINE_PREMIUM and UNKNOWN say nothing. */
const KINDS: Record<string, LineKind> = {
  MOBILE: 'mobile',
  LANDLINE: 'fixed',
  VIRTUAL: 'voip',
  LANDLINE_TOLLFREE: 'toll_free',
};

const carrier = z
  .object({
    name: z.string().nullish(),
    network_type: z.string().nullish(),
    country_code: z.string().nullish(),
    network_code: z.string().nullish(),
  })
  .nullish();
const body = z.object({ insights: z.object({ current_carrier: carrier, original_carrier: carrier }) });

/**
 * Asks Vonage's Identity Insights, which replace Number Insight from February 2027 on. The current carrier is known of
 * mobile numbers; the original one, by the numbering plan, of all.
 */
export async function lookUpAtVonage(
  api: VonageApi,
  application: VonageVoiceSettings,
  number: string,
): Promise<NumberFacts> {
  const answer = await api.asApplication(application, '/identity-insights/v1/requests', 'POST', {
    phone_number: withoutPlus(number),
    insights: { current_carrier: {}, original_carrier: {} },
  });
  const { current_carrier: current, original_carrier: original } = body.parse(expectOk(answer, 'vonage')).insights;
  const now = current?.network_type ? current : original;
  const [network, before] = [networkCode(now?.network_code), networkCode(original?.network_code)];
  return {
    kind: KINDS[now?.network_type?.toUpperCase() ?? ''] ?? 'unknown',
    country: now?.country_code ?? null,
    network,
    networkName: now?.name ?? null,
    ported: now === current && network && before ? network !== before : null,
  };
}
