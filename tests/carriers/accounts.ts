import { generateKeyPairSync } from 'node:crypto';
import pino from 'pino';
import postgres from 'postgres';
import { readConfig } from '../../src/config.ts';
import type { CarrierHost, OutgoingSms } from '../../src/carriers/port.ts';
import { TestClock } from '../kit/clock.ts';

export const ACCOUNT = {
  twilio: { sid: 'AC0123456789abcdef0123456789abcdef', token: 'twilio-token' },
  telnyx: { key: 'KEY0123', profile: '3fa85f64-5717-4562-b3fc-2c963f66afa6' },
  vonage: { key: 'abcd1234', secret: 'abcdef0123456789', signature: 'vonage-signature-secret' },
  plivo: { id: 'MA0123456789ABCDEFGH', token: 'plivo-token' },
  africasTalking: { username: 'topline', key: 'at-key', callbackSecret: 'a-secret-of-the-tests' },
  smpp: { systemId: 'topline', password: 'secret' },
} as const;

export const TELNYX_KEYS = generateKeyPairSync('ed25519');

/** The last 32 bytes of the key's DER form are the key itself. */
const TELNYX_PUBLIC_KEY = TELNYX_KEYS.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);

/** Settings under which every HTTP carrier is the one at this address. */
export const carriersAt = (url: string): Record<string, string> => ({
  TWILIO_ACCOUNT_SID: ACCOUNT.twilio.sid,
  TWILIO_AUTH_TOKEN: ACCOUNT.twilio.token,
  TWILIO_BASE_URL: url,
  TWILIO_NUMBERS_BASE_URL: url,
  TWILIO_UPLOADS_BASE_URL: url,
  TELNYX_API_KEY: ACCOUNT.telnyx.key,
  TELNYX_PUBLIC_KEY: TELNYX_PUBLIC_KEY.toString('base64'),
  TELNYX_MESSAGING_PROFILE_ID: ACCOUNT.telnyx.profile,
  TELNYX_BASE_URL: url,
  VONAGE_API_KEY: ACCOUNT.vonage.key,
  VONAGE_API_SECRET: ACCOUNT.vonage.secret,
  VONAGE_SIGNATURE_SECRET: ACCOUNT.vonage.signature,
  VONAGE_BASE_URL: url,
  PLIVO_AUTH_ID: ACCOUNT.plivo.id,
  PLIVO_AUTH_TOKEN: ACCOUNT.plivo.token,
  PLIVO_BASE_URL: url,
  AFRICAS_TALKING_USERNAME: ACCOUNT.africasTalking.username,
  AFRICAS_TALKING_API_KEY: ACCOUNT.africasTalking.key,
  AFRICAS_TALKING_CALLBACK_SECRET: ACCOUNT.africasTalking.callbackSecret,
  AFRICAS_TALKING_BASE_URL: url,
});

/** The part of the program for an adapter. A real carrier touches no database, so none is there. */
export const hostFor = (env: Record<string, string>, clock = new TestClock()): CarrierHost & { clock: TestClock } => ({
  config: readConfig({ SESSION_SECRET: 'x'.repeat(32), ...env }),
  sql: postgres('postgres://nobody@127.0.0.1:1/none'),
  clock,
  log: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
});

export const PUBLIC_CALLBACK = 'https://topline.example/api/callbacks';

/** Settings under which our SMPP gateway is the one at this port. */
export const smppAt = (port: number): Record<string, string> => ({
  ...{ SMPP_HOST: '127.0.0.1', SMPP_PORT: String(port) },
  ...{ SMPP_SYSTEM_ID: ACCOUNT.smpp.systemId, SMPP_PASSWORD: ACCOUNT.smpp.password },
});

/** A message as the program hands it to a carrier. */
export const sms = (more: Partial<OutgoingSms> = {}): OutgoingSms => ({
  ...{ reference: '0191b2c3-0000-7000-8000-000000000001', sender: 'Topline', number: '+447700900123' },
  ...{ text: 'Hello from us', callbackUrl: PUBLIC_CALLBACK },
  ...more,
});
