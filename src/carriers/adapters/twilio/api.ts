import { asForm, basicAuthorization, CarrierClient, type Fields } from '../carrier-client.ts';
import type { Timeouts } from '../http-carrier.ts';
import type { TwilioSettings } from './credential.ts';

export type TwilioApi = CarrierClient<Fields>;

/** Twilio's REST API as an account of ours uses it. */
export const twilioApi = (
  { baseUrl, accountSid, authToken }: TwilioSettings,
  timeouts: Timeouts,
): TwilioApi =>
  new CarrierClient({
    baseUrl: `${baseUrl}/2010-04-01/Accounts/${accountSid}`,
    headers: { authorization: basicAuthorization(accountSid, authToken) },
    write: asForm,
    timeouts,
  });
