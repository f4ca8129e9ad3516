import { asJson, CarrierClient } from '../carrier-client.ts';
import type { Timeouts } from '../http-carrier.ts';
import type { TelnyxSettings } from './credential.ts';

export type TelnyxApi = CarrierClient<object>;

/** Telnyx's API v2 as an account of ours uses it. */
export const telnyxApi = ({ baseUrl, apiKey }: TelnyxSettings, timeouts: Timeouts): TelnyxApi =>
  new CarrierClient({
    baseUrl: `${baseUrl}/v2`,
    headers: { authorization: `Bearer ${apiKey}` },
    write: asJson,
    timeouts,
  });
