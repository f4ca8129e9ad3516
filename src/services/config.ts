import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min';
import { z } from 'zod';
import type { Config as CarriersConfig } from '../carriers/config.ts';
import { MAX_ANSWERS_PER_DAY } from './inbox/answers/contract.ts';
import { isSenderId } from '../shared/sender-id.ts';
import { ConfigError, optional, withDefault } from '../platform/kit/settings.ts';

/** Where a server listens: a port, or a host and a port. */
const listenAddress = z
  .string()
  .regex(/^(\S+:)?\d{1,5}$/, 'must be a port, or a host and a port like 0.0.0.0:2775')
  .transform((text) => {
    const port = text.slice(text.lastIndexOf(':') + 1);
    return { host: text.slice(0, -port.length - 1) || '0.0.0.0', port: Number(port) };
  });
type ListenAddress = z.output<typeof listenAddress>;

/** The services' settings in the environment. */
export const servicesEnvironment = {
  HELD_REFUND_DAYS: withDefault(z.coerce.number().int().min(1).max(365), 30),
  UNKNOWN_REFUND_HOURS: withDefault(
    z.coerce
      .number()
      .int()
      .min(1)
      .max(24 * 90),
    24,
  ),
  PICTURES_MB: withDefault(z.coerce.number().int().min(1).max(1_000_000), 500),
  AUTO_ANSWERS_PER_DAY: withDefault(z.coerce.number().int().min(1).max(MAX_ANSWERS_PER_DAY), 3),
  AUTO_ANSWERS_PER_MINUTE: withDefault(z.coerce.number().int().min(1).max(MAX_ANSWERS_PER_DAY), 1),
  AUTO_FORWARDS_PER_DAY: withDefault(z.coerce.number().int().min(1).max(10_000), 100),
  SENDER_NAMES: withDefault(z.enum(['free', 'approved']), 'free'),
  PROVEN_NUMBER_DAYS: withDefault(z.coerce.number().int().min(31).max(3650), 365),
  CODE_SENDER: withDefault(
    z.string().refine(isSenderId, 'must be a name of up to 11 letters and digits, or a number'),
    'CODE',
  ),
  CODE_CALLER_ID: optional(z.string().regex(/^\+\d{7,15}$/, 'must be a number like +447911123456')),
  SIP_REALM: optional(z.string().regex(/^[\w.-]{1,255}$/, 'must be a host name')),
  SIP_PUBLIC_ADDRESS: optional(
    z
      .string()
      .regex(
        /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:\d{1,5})?(;transport=(udp|tcp|tls))?$/,
        'must be like sip.example.com:5061;transport=tls',
      ),
  ),
  SIP_COUNTRY: withDefault(
    z.string().refine(isSupportedCountry, 'must be the two letters of a country, like GB'),
    'GB',
  ),
  SIP_CALL_SECONDS: withDefault(z.coerce.number().int().min(1).max(3600), 3600),
  SMPP_LISTEN: optional(listenAddress),
  SMPP_LISTEN_TLS: optional(listenAddress),
  SMPP_TLS_CERT: optional(z.string()),
  SMPP_TLS_KEY: optional(z.string()),
  SIP_SOUND: withDefault(z.enum(['direct', 'relayed', 'recorded']), 'direct'),
  SIP_CALLS_A_SECOND: withDefault(z.coerce.number().int().min(1).max(10_000), 50),
};

const environment = z.object(servicesEnvironment);

export interface Config extends CarriersConfig {
  /** Messages that wait because their account is suspended are refunded after this many days. */
  heldRefundDays: number;
  /** A message is refunded after this many hours if nobody knows whether it was sent. */
  unknownRefundHours: number;
  /** How many megabytes of pictures that came with messages an account keeps. */
  picturesMb: number;
  /** How often a number answers one sender by itself. */
  autoAnswersPerDay: number;
  autoAnswersPerMinute: number;
  /** How many messages of one sender a number sends on by itself. */
  autoForwardsPerDay: number;
  /** Names as senders need an administrator's approval, and numbers a proof that they are the account's. */
  sendersApproved: boolean;
  /** For so many days a number counts as the account's after a code has proved it; then it is asked for again. */
  provenNumberDays: number;
  /** The sender of messages with a code. */
  codeSender: string;
  /** The caller ID of calls that read out a code; null: there are none. */
  codeCallerId: string | null;
  /** The realm of the SIP credentials: their hashes depend on it. */
  sipRealm: string;
  /** Where carriers reach the SIP edge: a host, with its port and transport if they differ from SIP's own; null: nowhere. */
  sipPublicAddress: string | null;
  /** The country whose way of dialling trunks have, where their account has no number that says it. */
  sipCountry: CountryCode;
  /** The longest duration of a trunk's call, in seconds. */
  sipCallSeconds: number;
  /** The edges' handling of the sound of calls: none, or it goes through rtpengine, which also records where it is to. */
  sipSound: 'direct' | 'relayed' | 'recorded';
  /** The most calls that a trunk begins in a second. */
  sipCallsASecond: number;
  /** Where customers' gateways bind by SMPP, without and with TLS; null: nowhere. */
  smppServer: {
    listen: ListenAddress | null;
    listenTls: ListenAddress | null;
    /** The files of the certificate and its key. */
    tls: { cert: string; key: string } | null;
  };
}

/** @param publicUrl its host is the realm if none is set */
export function servicesFrom(
  settings: z.output<typeof environment>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Omit<Config, keyof CarriersConfig> {
  return {
    heldRefundDays: settings.HELD_REFUND_DAYS,
    unknownRefundHours: settings.UNKNOWN_REFUND_HOURS,
    picturesMb: settings.PICTURES_MB,
    autoAnswersPerDay: settings.AUTO_ANSWERS_PER_DAY,
    autoAnswersPerMinute: settings.AUTO_ANSWERS_PER_MINUTE,
    autoForwardsPerDay: settings.AUTO_FORWARDS_PER_DAY,
    sendersApproved: settings.SENDER_NAMES === 'approved',
    provenNumberDays: settings.PROVEN_NUMBER_DAYS,
    codeSender: settings.CODE_SENDER,
    codeCallerId: settings.CODE_CALLER_ID ?? null,
    sipRealm: settings.SIP_REALM ?? new URL(publicUrl).hostname,
    sipPublicAddress: settings.SIP_PUBLIC_ADDRESS ?? null,
    sipCountry: settings.SIP_COUNTRY,
    sipCallSeconds: settings.SIP_CALL_SECONDS,
    sipSound: settings.SIP_SOUND,
    sipCallsASecond: settings.SIP_CALLS_A_SECOND,
    smppServer: smppServerFrom(settings),
  };
}

/** @throws {ConfigError} if TLS is wanted without a certificate and its key */
function smppServerFrom({ SMPP_LISTEN, SMPP_LISTEN_TLS, SMPP_TLS_CERT, SMPP_TLS_KEY }: z.output<typeof environment>) {
  const tls = SMPP_TLS_CERT && SMPP_TLS_KEY ? { cert: SMPP_TLS_CERT, key: SMPP_TLS_KEY } : null;
  if (SMPP_LISTEN_TLS && !tls) throw new ConfigError('SMPP_LISTEN_TLS: needs SMPP_TLS_CERT and SMPP_TLS_KEY');
  return { listen: SMPP_LISTEN ?? null, listenTls: SMPP_LISTEN_TLS ?? null, tls };
}
