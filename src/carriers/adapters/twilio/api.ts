import { asForm, basicAuthorization, CarrierClient, type Fields } from '../carrier-client.ts';
import type { Timeouts } from '../http-carrier.ts';
import type { TwilioSettings } from './credential.ts';

export type TwilioApi = CarrierClient<Fields>;

/** Twilio's REST API as an account of ours uses it. */
export const twilioApi = (settings: TwilioSettings, timeouts: Timeouts): TwilioApi =>
  clientAt(`${settings.baseUrl}/2010-04-01/Accounts/${settings.accountSid}`, settings, timeouts);

/** Its API for the papers that countries ask for, with the same credential. */
export const twilioRegulatoryApi = (settings: TwilioSettings, timeouts: Timeouts): TwilioApi =>
  clientAt(`${settings.numbersBaseUrl}/v2/RegulatoryCompliance`, settings, timeouts);

/** The same for requests with files. */
export const twilioUploadsApi = (settings: TwilioSettings, timeouts: Timeouts): TwilioApi =>
  clientAt(`${settings.uploadsBaseUrl}/v2/RegulatoryCompliance`, settings, timeouts);

/** Its Lookup, with the same credential. */
export const twilioLookupsApi = (baseUrl: string, settings: TwilioSettings, timeouts: Timeouts): TwilioApi =>
  clientAt(`${baseUrl}/v2`, settings, timeouts);

const clientAt = (baseUrl: string, { accountSid, authToken }: TwilioSettings, timeouts: Timeouts): TwilioApi =>
  new CarrierClient({
    baseUrl,
    headers: { authorization: basicAuthorization(accountSid, authToken) },
    write: asForm,
    timeouts,
  });
