import { z } from 'zod';
import { allOrNone, httpAddress, optional, withDefault } from '../../../platform/kit/settings.ts';
import { carrierSettings, withoutSlash } from '../carrier-settings.ts';

const environment = {
  TWILIO_ACCOUNT_SID: optional(z.string().regex(/^AC[\da-f]{32}$/i, 'must be AC and 32 hexadecimal digits')),
  TWILIO_AUTH_TOKEN: optional(z.string()),
  TWILIO_BASE_URL: withDefault(httpAddress, 'https://api.twilio.com'),
};
type Environment = z.output<z.ZodObject<typeof environment>>;

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  baseUrl: string;
}

function twilioFrom(settings: Environment): TwilioSettings | null {
  const set = allOrNone(settings, 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN');
  return (
    set && {
      accountSid: set.TWILIO_ACCOUNT_SID,
      authToken: set.TWILIO_AUTH_TOKEN,
      baseUrl: withoutSlash(settings.TWILIO_BASE_URL),
    }
  );
}

export const twilioSettings = carrierSettings(environment, twilioFrom);
