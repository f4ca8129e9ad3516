import { z } from 'zod';
import { allOrNone, onOff, optional, port, withDefault, whole } from '../../../platform/kit/settings.ts';
import { faultText } from '../../../platform/kit/faults.ts';
import { carrierSettings } from '../carrier-settings.ts';

const environment = {
  SMPP_HOST: optional(z.string()),
  SMPP_PORT: optional(port),
  SMPP_TLS: withDefault(z.enum(['on', 'off']), 'off').pipe(onOff),
  SMPP_SYSTEM_ID: optional(z.string().max(15, faultText('tooLong', { limit: 15 }))),
  SMPP_PASSWORD: optional(z.string().max(8, faultText('tooLong', { limit: 8 }))),
  SMPP_SYSTEM_TYPE: withDefault(z.string().max(12, faultText('tooLong', { limit: 12 })), ''),
  /** The number of connections for messages, and whether incoming messages have a connection of their own. */
  SMPP_BINDS: withDefault(whole(1, 20), 1),
  SMPP_BIND: withDefault(z.enum(['transceiver', 'separate']), 'transceiver'),
  /**
   * The most unanswered messages for each connection, and the most messages per second in all: the limits in
   * the contract with the gateway.
   */
  SMPP_WINDOW: withDefault(whole(1, 1000), 10),
  SMPP_PER_SECOND: withDefault(whole(1, 10_000), 30),
  /** For how long a gateway tries to deliver a message. */
  SMPP_VALIDITY_MINUTES: withDefault(whole(1, 10_000), 1440),
  /** How a receipt writes the id of a message if the answer to the send gave it in hexadecimal. */
  SMPP_RECEIPT_IDS: withDefault(z.enum(['same', 'decimal']), 'same'),
  /**
   * How a long message is sent: in parts that the telephone joins, or as a whole in the TLV message_payload.
   */
  SMPP_LONG_MESSAGES: withDefault(z.enum(['parts', 'payload']), 'parts'),
};
type Environment = z.output<z.ZodObject<typeof environment>>;

export interface SmppSettings {
  host: string;
  port: number;
  tls: boolean;
  systemId: string;
  password: string;
  systemType: string;
  binds: number;
  /** Separate: transmitters for sending, and a receiver for what the gateway delivers. */
  bind: Environment['SMPP_BIND'];
  /** The limit of one connection. */
  window: number;
  perSecond: number;
  validityMinutes: number;
  receiptIds: Environment['SMPP_RECEIPT_IDS'];
  longMessages: Environment['SMPP_LONG_MESSAGES'];
}

function smppFrom(settings: Environment): SmppSettings | null {
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

export const smppSettings = carrierSettings(environment, smppFrom);
