import { z } from 'zod';
import { allOrNone, httpAddress, optional, withDefault } from '../../../platform/kit/settings.ts';
import { asJson, basicAuthorization, CarrierClient } from '../carrier-client.ts';
import { carrierSettings, withoutSlash } from '../carrier-settings.ts';
import { type UnitedStates, usNumber } from '../united-states.ts';
import type { Timeouts } from '../http-carrier.ts';

const environment = {
  PLIVO_AUTH_ID: optional(z.string().regex(/^(MA|SA)[A-Z0-9]{18}$/, 'must be MA or SA and 18 letters or digits')),
  PLIVO_AUTH_TOKEN: optional(z.string()),
  /** The id of the powerpack with the numbers of a campaign for the United States. */
  PLIVO_US_POWERPACK_ID: optional(z.guid('must be the id of a powerpack')),
  PLIVO_US_TOLL_FREE: usNumber,
  PLIVO_BASE_URL: withDefault(httpAddress, 'https://api.plivo.com'),
};

export interface PlivoSettings {
  authId: string;
  authToken: string;
  unitedStates: UnitedStates;
  baseUrl: string;
}

export const plivoSettings = carrierSettings(environment, (settings): PlivoSettings | null => {
  const set = allOrNone(settings, 'PLIVO_AUTH_ID', 'PLIVO_AUTH_TOKEN');
  return (
    set && {
      authId: set.PLIVO_AUTH_ID,
      authToken: set.PLIVO_AUTH_TOKEN,
      unitedStates: { campaign: settings.PLIVO_US_POWERPACK_ID ?? null, tollFree: settings.PLIVO_US_TOLL_FREE ?? null },
      baseUrl: withoutSlash(settings.PLIVO_BASE_URL),
    }
  );
});

/** Plivo keeps its accounts in US dollars, and its answers name no currency. */
export const CURRENCY = 'USD';

export type PlivoApi = CarrierClient<object>;

/** Plivo's REST API as an account of ours uses it. */
export const plivoApi = ({ baseUrl, authId, authToken }: PlivoSettings, timeouts: Timeouts): PlivoApi =>
  new CarrierClient({
    baseUrl: `${baseUrl}/v1/Account/${authId}`,
    headers: { authorization: basicAuthorization(authId, authToken) },
    write: asJson,
    timeouts,
  });
