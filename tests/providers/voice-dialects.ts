import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createTelnyx } from '../../src/providers/adapters/telnyx.ts';
import { createTwilio } from '../../src/providers/adapters/twilio.ts';
import { createVonage } from '../../src/providers/adapters/vonage.ts';
import type { Adapter } from '../../src/providers/port.ts';
import type { CallEnd } from '../../src/providers/voice-port.ts';
import { ACCOUNT, TELNYX_KEYS } from './accounts.ts';

/** A request that the counterpart of a carrier got. */
export interface Seen {
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

/** A callback as the carrier sends it. */
export interface Sent {
  /** Below the public address, with its query. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

export type Told =
  { kind: 'ringing' | 'answered'; at: Date } | { kind: CallEnd | 'cut'; at: Date; seconds: number };

/** How a carrier speaks of calls. */
export interface VoiceDialect {
  name: string;
  adapter: Adapter;
  env: Record<string, string>;
  /** Where a call is placed. */
  placePath: string;
  /** Its id in the answer of the counterpart. */
  accepted(id: string): { status: number; body: object };
  refusedCallerId: { status: number; body: object };
  /** What the counterpart says of a running call and of one that ended. */
  lookup(id: string, ended: { seconds: number } | null): object;
  timeLimit(request: Seen): number;
  records(request: Seen): boolean;
  /** Where the request asks to be reported to. */
  reportsTo(request: Seen): string;
  news(id: string, request: Seen, told: Told): Sent;
  recorded(id: string, recordingId: string, request: Seen, at: Date): Sent;
  isHangUp(request: Seen, id: string): boolean;
}

export const PUBLIC_URL = 'https://topline.example';

/** The address without the host: what is sent to the server under test. */
const below = (address: string): string => address.slice(PUBLIC_URL.length);
const form = ({ body }: Seen): URLSearchParams => new URLSearchParams(body);
const json = ({ body }: Seen): Record<string, unknown> => JSON.parse(body) as Record<string, unknown>;
const text = (value: unknown): string => String(value);

/** A form with Twilio's signature over address and fields. */
export function twilioRequest(address: string, fields: Record<string, string>): Sent {
  const signed = Object.keys(fields)
    .toSorted()
    .reduce((sum, key) => sum + key + fields[key], address);
  return {
    path: below(address),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', ACCOUNT.twilio.token).update(signed, 'utf8').digest('base64'),
    },
    body: new URLSearchParams(fields).toString(),
  };
}

const TWILIO_STATES: Record<Told['kind'], string> = {
  ...{ ringing: 'ringing', answered: 'in-progress', completed: 'completed', cut: 'completed' },
  ...{ busy: 'busy', 'no-answer': 'no-answer', failed: 'failed', cancelled: 'canceled' },
};

/** No two callbacks are the same to the letter. */
let sequence = 0;

const twilio: VoiceDialect = {
  name: 'twilio',
  adapter: createTwilio(),
  env: {},
  placePath: `/2010-04-01/Accounts/${ACCOUNT.twilio.sid}/Calls.json`,
  accepted: (id) => ({
    status: 201,
    body: { sid: id, status: 'queued', direction: 'outbound-api', price: null },
  }),
  refusedCallerId: {
    status: 400,
    body: {
      code: 21_210,
      message: 'unverified',
      more_info: 'https://www.twilio.com/docs/errors/21210',
      status: 400,
    },
  },
  lookup: (id, ended) => ({
    ...{ sid: id, price: null, price_unit: 'USD' },
    ...{ status: ended ? 'completed' : 'in-progress', duration: ended ? String(ended.seconds) : null },
  }),
  timeLimit: (request) => Number(form(request).get('TimeLimit')),
  records: (request) => form(request).get('Record') === 'true',
  reportsTo: (request) => form(request).get('StatusCallback') ?? '',
  news: (id, request, told) =>
    twilioRequest(twilio.reportsTo(request), {
      ...{ CallSid: id, AccountSid: ACCOUNT.twilio.sid, CallStatus: TWILIO_STATES[told.kind] },
      SequenceNumber: String(++sequence),
      ...('seconds' in told && told.seconds > 0 ? { CallDuration: String(told.seconds) } : {}),
    }),
  recorded: (id, recordingId, request) =>
    twilioRequest(form(request).get('RecordingStatusCallback') ?? '', {
      ...{ CallSid: id, RecordingSid: recordingId, RecordingStatus: 'completed', RecordingDuration: '12' },
      SequenceNumber: String(++sequence),
    }),
  isHangUp: (request, id) =>
    request.path.endsWith(`/Calls/${id}.json`) && form(request).get('Status') === 'completed',
};

/** An event with Telnyx's signature over time and body. */
export function telnyxEvent(address: string, type: string, at: Date, payload: object): Sent {
  const body = JSON.stringify({
    data: {
      record_type: 'event',
      event_type: type,
      id: Bun.randomUUIDv7(),
      occurred_at: at.toISOString(),
      payload,
    },
  });
  const time = String(Math.floor(at.getTime() / 1000));
  return {
    path: below(address),
    headers: {
      'content-type': 'application/json',
      'telnyx-timestamp': time,
      'telnyx-signature-ed25519': sign(null, Buffer.from(`${time}|${body}`), TELNYX_KEYS.privateKey).toString(
        'base64',
      ),
    },
    body,
  };
}

const TELNYX_CAUSES: Record<CallEnd | 'cut', string> = {
  ...{ completed: 'normal_clearing', cut: 'time_limit', busy: 'user_busy', 'no-answer': 'timeout' },
  ...{ failed: 'unspecified', cancelled: 'originator_cancel' },
};

const telnyx: VoiceDialect = {
  name: 'telnyx',
  adapter: createTelnyx(),
  env: { TELNYX_CONNECTION_ID: '1234567890' },
  placePath: '/v2/calls',
  accepted: (id) => ({
    status: 200,
    body: { data: { call_control_id: id, is_alive: false, record_type: 'call' } },
  }),
  refusedCallerId: {
    status: 422,
    body: { errors: [{ code: '10015', title: 'Invalid', source: { pointer: '/from' } }] },
  },
  lookup: (id, ended) => ({
    data: { call_control_id: id, is_alive: ended === null, call_duration: ended?.seconds ?? 0 },
  }),
  timeLimit: (request) => Number(json(request).time_limit_secs),
  records: (request) => json(request).record === 'record-from-answer',
  reportsTo: (request) => text(json(request).webhook_url),
  news: (id, request, told) => {
    const payload = { call_control_id: id, client_state: json(request).client_state };
    const address = telnyx.reportsTo(request);
    if (told.kind === 'ringing') return telnyxEvent(address, 'call.initiated', told.at, payload);
    if (told.kind === 'answered') return telnyxEvent(address, 'call.answered', told.at, payload);
    return telnyxEvent(address, 'call.hangup', told.at, {
      ...payload,
      hangup_cause: TELNYX_CAUSES[told.kind],
    });
  },
  recorded: (id, recordingId, request, at) =>
    telnyxEvent(telnyx.reportsTo(request), 'call.recording.saved', at, {
      ...{ call_control_id: id, client_state: json(request).client_state, recording_id: recordingId },
      ...{ recording_started_at: '2026-01-01T00:00:00Z', recording_ended_at: '2026-01-01T00:00:12Z' },
    }),
  isHangUp: (request, id) => request.path === `/v2/calls/${id}/actions/hangup`,
};

/** A JSON body with Vonage's token over its hash. */
export function vonageRequest(address: string, at: Date, event: object): Sent {
  const body = JSON.stringify(event);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    ...{ iat: Math.floor(at.getTime() / 1000), jti: crypto.randomUUID(), api_key: ACCOUNT.vonage.key },
    payload_hash: createHash('sha256').update(body).digest('hex'),
  };
  const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  const signature = createHmac('sha256', ACCOUNT.vonage.signature).update(token).digest('base64url');
  return {
    path: below(address),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}.${signature}` },
    body,
  };
}

const VONAGE_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
});

const VONAGE_STATES: Record<Told['kind'], string> = {
  ...{ ringing: 'ringing', answered: 'answered', completed: 'completed', cut: 'completed' },
  ...{ busy: 'busy', 'no-answer': 'timeout', failed: 'failed', cancelled: 'cancelled' },
};

const vonage: VoiceDialect = {
  name: 'vonage',
  adapter: createVonage(),
  env: {
    VONAGE_APPLICATION_ID: '78d335fa-323d-0114-9c3d-d6f0d48968cf',
    VONAGE_PRIVATE_KEY: String(VONAGE_KEY),
  },
  placePath: '/v1/calls',
  accepted: (id) => ({
    status: 201,
    body: { uuid: id, status: 'started', direction: 'outbound', conversation_uuid: `CON-${id}` },
  }),
  refusedCallerId: {
    status: 400,
    body: { title: 'Bad Request', type: 'https://developer.vonage.com/api-errors/voice#from-number-invalid' },
  },
  lookup: (id, ended) => ({
    ...{ uuid: id, status: ended ? 'completed' : 'answered' },
    ...(ended ? { duration: String(ended.seconds) } : {}),
  }),
  timeLimit: (request) => Number(json(request).length_timer),
  records: ({ body }) => body.includes('"action":"record"'),
  reportsTo: (request) => text((json(request).event_url as string[])[0]),
  news: (id, request, told) =>
    vonageRequest(vonage.reportsTo(request), told.at, {
      ...{
        uuid: id,
        conversation_uuid: `CON-${id}`,
        status: VONAGE_STATES[told.kind],
        direction: 'outbound',
      },
      ...('seconds' in told ? { duration: String(told.seconds), rate: '0.01', price: '0.01' } : {}),
      headers: {},
    }),
  recorded: (id, recordingId, request, at) => {
    const [record] = json(request).ncco as { eventUrl: string[] }[];
    return vonageRequest(record?.eventUrl[0] ?? '', at, {
      ...{ conversation_uuid: `CON-${id}`, recording_uuid: id },
      recording_url: `https://api.nexmo.com/v1/files/${recordingId}`,
      ...{ start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-01T00:00:12Z' },
    });
  },
  isHangUp: (request, id) =>
    request.method === 'PUT' && request.path === `/v1/calls/${id}` && json(request).action === 'hangup',
};

export const VOICE_DIALECTS: readonly VoiceDialect[] = [twilio, telnyx, vonage];
