import { z } from 'zod';
import { allOrNone, httpAddress, optional, withDefault } from '../../../platform/kit/settings.ts';
import { carrierSettings, offUnlessOn, withoutSlash } from '../carrier-settings.ts';
import { type UnitedStates, usNumber } from '../united-states.ts';

const environment = {
  TELNYX_API_KEY: optional(z.string()),
  TELNYX_PUBLIC_KEY: optional(z.string().regex(/^[\w+/-]{43}=$/, 'must be 32 bytes in base64')),
  TELNYX_MESSAGING_PROFILE_ID: optional(z.guid('must be the id of a messaging profile')),
  /** The id of a Call Control application; without it there are messages but no calls. */
  TELNYX_CONNECTION_ID: optional(z.string().regex(/^\d{1,30}$/, 'must be the digits of a connection id')),
  /**
   * The id of the messaging profile whose numbers belong to a campaign for the United States; its number pool is on.
   */
  TELNYX_US_MESSAGING_PROFILE_ID: optional(z.guid('must be the id of a messaging profile')),
  TELNYX_US_TOLL_FREE: usNumber,
  /** Its number look-up is asked what kind of numbers messages go to, at its price for each. */
  TELNYX_LOOKUP: offUnlessOn,
  TELNYX_BASE_URL: withDefault(httpAddress, 'https://api.telnyx.com'),
};
type Environment = z.output<z.ZodObject<typeof environment>>;

export interface TelnyxSettings {
  apiKey: string;
  /** Base64 of the Ed25519 key of 32 bytes. */
  publicKey: string;
  messagingProfileId: string;
  /** Null if there are no calls. */
  connectionId: string | null;
  unitedStates: UnitedStates;
  looksUp: boolean;
  baseUrl: string;
}

function telnyxFrom(settings: Environment): TelnyxSettings | null {
  const set = allOrNone(settings, 'TELNYX_API_KEY', 'TELNYX_PUBLIC_KEY', 'TELNYX_MESSAGING_PROFILE_ID');
  return (
    set && {
      apiKey: set.TELNYX_API_KEY,
      publicKey: set.TELNYX_PUBLIC_KEY,
      messagingProfileId: set.TELNYX_MESSAGING_PROFILE_ID,
      connectionId: settings.TELNYX_CONNECTION_ID ?? null,
      unitedStates: {
        campaign: settings.TELNYX_US_MESSAGING_PROFILE_ID ?? null,
        tollFree: settings.TELNYX_US_TOLL_FREE ?? null,
      },
      looksUp: settings.TELNYX_LOOKUP,
      baseUrl: withoutSlash(settings.TELNYX_BASE_URL),
    }
  );
}

export const telnyxSettings = carrierSettings(environment, telnyxFrom);
