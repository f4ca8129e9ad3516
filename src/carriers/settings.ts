import { z } from 'zod';
import { allOrNone, httpAddress, onOff, optional, port, withDefault } from '../platform/kit/settings.ts';

/** The carriers' part of the environment: what their own consoles show, under the same names. */
export const carrierEnvironment = {
  TWILIO_ACCOUNT_SID: optional(z.string().regex(/^AC[\da-f]{32}$/i, 'must be AC and 32 hexadecimal digits')),
  TWILIO_AUTH_TOKEN: optional(z.string()),
  TWILIO_BASE_URL: withDefault(httpAddress, 'https://api.twilio.com'),
  TELNYX_API_KEY: optional(z.string()),
  TELNYX_PUBLIC_KEY: optional(z.string().regex(/^[\w+/-]{43}=$/, 'must be 32 bytes in base64')),
  TELNYX_MESSAGING_PROFILE_ID: optional(z.guid('must be the id of a messaging profile')),
  /** Of a Call Control application; without it there are messages and no calls. */
  TELNYX_CONNECTION_ID: optional(z.string().regex(/^\d{1,30}$/, 'must be the digits of a connection id')),
  TELNYX_BASE_URL: withDefault(httpAddress, 'https://api.telnyx.com'),
  VONAGE_API_KEY: optional(z.string()),
  VONAGE_API_SECRET: optional(z.string()),
  VONAGE_SIGNATURE_SECRET: optional(z.string()),
  /** As chosen in the account's settings; `md5hash` is what an account starts with. */
  VONAGE_SIGNATURE_METHOD: withDefault(z.enum(['md5hash', 'md5', 'sha1', 'sha256', 'sha512']), 'sha256'),
  VONAGE_BASE_URL: withDefault(httpAddress, 'https://rest.nexmo.com'),
  /** Of a Voice application; without them there are messages and no calls. */
  VONAGE_APPLICATION_ID: optional(z.guid('must be the id of an application')),
  /** PEM; its line breaks may be written as \\n. */
  VONAGE_PRIVATE_KEY: optional(z.string().transform((text) => text.replaceAll(String.raw`\n`, '\n'))),
  VONAGE_API_BASE_URL: withDefault(httpAddress, 'https://api.nexmo.com'),
  SMPP_HOST: optional(z.string()),
  SMPP_PORT: optional(port),
  SMPP_TLS: withDefault(z.enum(['on', 'off']), 'off').pipe(onOff),
  SMPP_SYSTEM_ID: optional(z.string().max(15, 'must be at most 15 characters')),
  SMPP_PASSWORD: optional(z.string().max(8, 'must be at most 8 characters')),
  SMPP_SYSTEM_TYPE: withDefault(z.string().max(12, 'must be at most 12 characters'), ''),
  /** How many connections messages go by, and whether what the gateway delivers comes by one of its own. */
  SMPP_BINDS: withDefault(z.coerce.number().int().min(1).max(20), 1),
  SMPP_BIND: withDefault(z.enum(['transceiver', 'separate']), 'transceiver'),
  /**
   * Messages under way without an answer on a connection, and messages a second on all: what the gateway's
   * contract says.
   */
  SMPP_WINDOW: withDefault(z.coerce.number().int().min(1).max(1000), 10),
  SMPP_PER_SECOND: withDefault(z.coerce.number().int().min(1).max(10_000), 30),
  /** For so long a gateway tries to deliver a message. */
  SMPP_VALIDITY_MINUTES: withDefault(z.coerce.number().int().min(1).max(10_000), 1440),
  /** How a receipt writes a message's id that the answer to the send gave in hexadecimal. */
  SMPP_RECEIPT_IDS: withDefault(z.enum(['same', 'decimal']), 'same'),
  /** How a long message travels: in parts that the telephone joins, or whole in the TLV message_payload. */
  SMPP_LONG_MESSAGES: withDefault(z.enum(['parts', 'payload']), 'parts'),
};

const environment = z.object(carrierEnvironment);
type CarrierEnvironment = z.output<typeof environment>;

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  baseUrl: string;
}

export interface TelnyxSettings {
  apiKey: string;
  /** Base64 of the Ed25519 key of 32 bytes. */
  publicKey: string;
  messagingProfileId: string;
  /** Null where there are no calls. */
  connectionId: string | null;
  baseUrl: string;
}

export interface VonageSettings {
  apiKey: string;
  apiSecret: string;
  signatureSecret: string;
  signatureMethod: CarrierEnvironment['VONAGE_SIGNATURE_METHOD'];
  baseUrl: string;
  /** Null where there are no calls. */
  voice: VonageVoiceSettings | null;
}

export interface VonageVoiceSettings {
  applicationId: string;
  /** PEM. */
  privateKey: string;
  baseUrl: string;
}

export interface SmppSettings {
  host: string;
  port: number;
  tls: boolean;
  systemId: string;
  password: string;
  systemType: string;
  binds: number;
  /** Separate: transmitters to send, and a receiver for what the gateway delivers. */
  bind: CarrierEnvironment['SMPP_BIND'];
  /** Of one connection. */
  window: number;
  perSecond: number;
  validityMinutes: number;
  receiptIds: CarrierEnvironment['SMPP_RECEIPT_IDS'];
  longMessages: CarrierEnvironment['SMPP_LONG_MESSAGES'];
}

/** Null: not configured, so not listed. */
export interface CarrierSettings {
  twilio: TwilioSettings | null;
  telnyx: TelnyxSettings | null;
  vonage: VonageSettings | null;
  smpp: SmppSettings | null;
}

/** @throws {ConfigError} naming the settings of a carrier that has some and lacks others */
export const carriersFrom = (settings: CarrierEnvironment): CarrierSettings => ({
  twilio: twilioFrom(settings),
  telnyx: telnyxFrom(settings),
  vonage: vonageFrom(settings),
  smpp: smppFrom(settings),
});

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

function twilioFrom(settings: CarrierEnvironment): TwilioSettings | null {
  const set = allOrNone(settings, 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN');
  return (
    set && {
      accountSid: set.TWILIO_ACCOUNT_SID,
      authToken: set.TWILIO_AUTH_TOKEN,
      baseUrl: withoutSlash(settings.TWILIO_BASE_URL),
    }
  );
}

function telnyxFrom(settings: CarrierEnvironment): TelnyxSettings | null {
  const set = allOrNone(settings, 'TELNYX_API_KEY', 'TELNYX_PUBLIC_KEY', 'TELNYX_MESSAGING_PROFILE_ID');
  return (
    set && {
      apiKey: set.TELNYX_API_KEY,
      publicKey: set.TELNYX_PUBLIC_KEY,
      messagingProfileId: set.TELNYX_MESSAGING_PROFILE_ID,
      connectionId: settings.TELNYX_CONNECTION_ID ?? null,
      baseUrl: withoutSlash(settings.TELNYX_BASE_URL),
    }
  );
}

function vonageFrom(settings: CarrierEnvironment): VonageSettings | null {
  const set = allOrNone(settings, 'VONAGE_API_KEY', 'VONAGE_API_SECRET', 'VONAGE_SIGNATURE_SECRET');
  return (
    set && {
      apiKey: set.VONAGE_API_KEY,
      apiSecret: set.VONAGE_API_SECRET,
      signatureSecret: set.VONAGE_SIGNATURE_SECRET,
      signatureMethod: settings.VONAGE_SIGNATURE_METHOD,
      baseUrl: withoutSlash(settings.VONAGE_BASE_URL),
      voice: vonageVoiceFrom(settings),
    }
  );
}

function vonageVoiceFrom(settings: CarrierEnvironment): VonageVoiceSettings | null {
  const set = allOrNone(settings, 'VONAGE_APPLICATION_ID', 'VONAGE_PRIVATE_KEY');
  return (
    set && {
      applicationId: set.VONAGE_APPLICATION_ID,
      privateKey: set.VONAGE_PRIVATE_KEY,
      baseUrl: withoutSlash(settings.VONAGE_API_BASE_URL),
    }
  );
}

function smppFrom(settings: CarrierEnvironment): SmppSettings | null {
  const set = allOrNone(settings, 'SMPP_HOST', 'SMPP_SYSTEM_ID', 'SMPP_PASSWORD');
  return (
    set && {
      host: set.SMPP_HOST,
      port: settings.SMPP_PORT ?? (settings.SMPP_TLS ? 3550 : 2775),
      tls: settings.SMPP_TLS,
      systemId: set.SMPP_SYSTEM_ID,
      password: set.SMPP_PASSWORD,
      systemType: settings.SMPP_SYSTEM_TYPE,
      binds: settings.SMPP_BINDS,
      bind: settings.SMPP_BIND,
      window: settings.SMPP_WINDOW,
      perSecond: settings.SMPP_PER_SECOND,
      validityMinutes: settings.SMPP_VALIDITY_MINUTES,
      receiptIds: settings.SMPP_RECEIPT_IDS,
      longMessages: settings.SMPP_LONG_MESSAGES,
    }
  );
}
