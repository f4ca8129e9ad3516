import { z } from 'zod';
import { allOrNone, httpAddress, optional, withDefault } from '../../../platform/kit/settings.ts';
import { carrierSettings, offUnlessOn, withoutSlash } from '../carrier-settings.ts';
import { type UnitedStates, usNumber } from '../united-states.ts';

const environment = {
  TWILIO_ACCOUNT_SID: optional(z.string().regex(/^AC[\da-f]{32}$/i, 'must be AC and 32 hexadecimal digits')),
  TWILIO_AUTH_TOKEN: optional(z.string()),
  /** The id of the messaging service with the numbers of a campaign for the United States. */
  TWILIO_US_MESSAGING_SERVICE_SID: optional(
    z.string().regex(/^MG[\da-f]{32}$/i, 'must be MG and 32 hexadecimal digits'),
  ),
  TWILIO_US_TOLL_FREE: usNumber,
  /** Its Lookup is asked what kind of numbers messages go to, at its price for each. */
  TWILIO_LOOKUP: offUnlessOn,
  TWILIO_BASE_URL: withDefault(httpAddress, 'https://api.twilio.com'),
  TWILIO_NUMBERS_BASE_URL: withDefault(httpAddress, 'https://numbers.twilio.com'),
  TWILIO_UPLOADS_BASE_URL: withDefault(httpAddress, 'https://numbers-upload.twilio.com'),
  TWILIO_LOOKUPS_BASE_URL: withDefault(httpAddress, 'https://lookups.twilio.com'),
};
type Environment = z.output<z.ZodObject<typeof environment>>;

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  unitedStates: UnitedStates;
  baseUrl: string;
  numbersBaseUrl: string;
  uploadsBaseUrl: string;
  /** Null where numbers are not looked up. */
  lookupsBaseUrl: string | null;
}

function twilioFrom(settings: Environment): TwilioSettings | null {
  const set = allOrNone(settings, 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN');
  return (
    set && {
      accountSid: set.TWILIO_ACCOUNT_SID,
      authToken: set.TWILIO_AUTH_TOKEN,
      unitedStates: {
        campaign: settings.TWILIO_US_MESSAGING_SERVICE_SID ?? null,
        tollFree: settings.TWILIO_US_TOLL_FREE ?? null,
      },
      baseUrl: withoutSlash(settings.TWILIO_BASE_URL),
      numbersBaseUrl: withoutSlash(settings.TWILIO_NUMBERS_BASE_URL),
      uploadsBaseUrl: withoutSlash(settings.TWILIO_UPLOADS_BASE_URL),
      lookupsBaseUrl: settings.TWILIO_LOOKUP ? withoutSlash(settings.TWILIO_LOOKUPS_BASE_URL) : null,
    }
  );
}

export const twilioSettings = carrierSettings(environment, twilioFrom);
