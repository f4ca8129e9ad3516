import { z } from 'zod';
import { allOrNone, ConfigError, httpAddress, optional, withDefault } from '../../../platform/kit/settings.ts';
import { carrierSettings, offUnlessOn, withoutSlash } from '../carrier-settings.ts';
import { type UnitedStates, usNumber } from '../united-states.ts';

const environment = {
  VONAGE_API_KEY: optional(z.string()),
  VONAGE_API_SECRET: optional(z.string()),
  VONAGE_SIGNATURE_SECRET: optional(z.string()),
  /** The account's settings choose it; `md5hash` is the default of a new account. */
  VONAGE_SIGNATURE_METHOD: withDefault(z.enum(['md5hash', 'md5', 'sha1', 'sha256', 'sha512']), 'sha256'),
  /** A number that belongs to a campaign for the United States. */
  VONAGE_US_NUMBER: usNumber,
  VONAGE_US_TOLL_FREE: usNumber,
  /**
   * Countries in which numbers are sold to known owners only: Vonage takes papers by hand and not by its API.
   */
  VONAGE_PAPERS_COUNTRIES: optional(
    z
      .string()
      .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be codes of countries with commas between them')
      .transform((codes) => codes.split(',')),
  ),
  /**
   * The currency in which the account is billed: answers about prices and the balance do not name it. Vonage's
   * Account API says that balances are in euros; its Pricing API names "the currency that your account is being
   * billed in", such as USD (developer.vonage.com, api/account and api/pricing.v2, read on 22 November 2026).
   */
  VONAGE_CURRENCY: withDefault(z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as EUR'), 'EUR'),
  VONAGE_BASE_URL: withDefault(httpAddress, 'https://rest.nexmo.com'),
  /** The id of a Voice application; without it there are messages but no calls. */
  VONAGE_APPLICATION_ID: optional(z.guid('must be the id of an application')),
  /** PEM; line breaks may be written as \\n. */
  VONAGE_PRIVATE_KEY: optional(z.string().transform((text) => text.replaceAll(String.raw`\n`, '\n'))),
  VONAGE_API_BASE_URL: withDefault(httpAddress, 'https://api.nexmo.com'),
  /** Its Identity Insights are asked what kind of numbers messages go to, at its price for each. */
  VONAGE_LOOKUP: offUnlessOn,
  VONAGE_INSIGHTS_BASE_URL: withDefault(httpAddress, 'https://api-eu.vonage.com'),
};
type Environment = z.output<z.ZodObject<typeof environment>>;

export interface VonageSettings {
  apiKey: string;
  apiSecret: string;
  signatureSecret: string;
  signatureMethod: Environment['VONAGE_SIGNATURE_METHOD'];
  unitedStates: UnitedStates;
  /** ISO 3166-1 alpha-2. */
  papersCountries: string[];
  /** ISO 4217: of prices and of the balance. */
  currency: string;
  baseUrl: string;
  /** Null if there are no calls. */
  voice: VonageVoiceSettings | null;
  /** The application by which numbers are looked up, at the address of Identity Insights; null where they are not. */
  insights: VonageVoiceSettings | null;
}

export interface VonageVoiceSettings {
  applicationId: string;
  /** PEM. */
  privateKey: string;
  baseUrl: string;
}

function vonageFrom(settings: Environment): VonageSettings | null {
  const set = allOrNone(settings, 'VONAGE_API_KEY', 'VONAGE_API_SECRET', 'VONAGE_SIGNATURE_SECRET');
  return (
    set && {
      apiKey: set.VONAGE_API_KEY,
      apiSecret: set.VONAGE_API_SECRET,
      signatureSecret: set.VONAGE_SIGNATURE_SECRET,
      signatureMethod: settings.VONAGE_SIGNATURE_METHOD,
      unitedStates: { campaign: settings.VONAGE_US_NUMBER ?? null, tollFree: settings.VONAGE_US_TOLL_FREE ?? null },
      papersCountries: settings.VONAGE_PAPERS_COUNTRIES ?? [],
      currency: settings.VONAGE_CURRENCY,
      baseUrl: withoutSlash(settings.VONAGE_BASE_URL),
      voice: vonageVoiceFrom(settings),
      insights: vonageInsightsFrom(settings),
    }
  );
}

function vonageVoiceFrom(settings: Environment): VonageVoiceSettings | null {
  const set = allOrNone(settings, 'VONAGE_APPLICATION_ID', 'VONAGE_PRIVATE_KEY');
  return (
    set && {
      applicationId: set.VONAGE_APPLICATION_ID,
      privateKey: set.VONAGE_PRIVATE_KEY,
      baseUrl: withoutSlash(settings.VONAGE_API_BASE_URL),
    }
  );
}

/** @throws {ConfigError} where numbers are to be looked up and there is no application to do it */
function vonageInsightsFrom(settings: Environment): VonageVoiceSettings | null {
  if (!settings.VONAGE_LOOKUP) return null;
  const application = vonageVoiceFrom(settings);
  if (!application) {
    throw new ConfigError('VONAGE_LOOKUP: needs VONAGE_APPLICATION_ID and VONAGE_PRIVATE_KEY');
  }
  return { ...application, baseUrl: withoutSlash(settings.VONAGE_INSIGHTS_BASE_URL) };
}

export const vonageSettings = carrierSettings(environment, vonageFrom);
