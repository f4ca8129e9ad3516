import { createPlivo } from '../../src/carriers/adapters/plivo/plivo.ts';
import { ACCOUNT } from './accounts.ts';
import { signedByPlivo } from './dialect-plivo.ts';
import type { SeenRequest } from './descriptions.ts';
import {
  type Answered,
  below,
  json,
  pathOf,
  RECORDED,
  type Sent,
  SOUND,
  type Told,
  type VoiceDialect,
} from './voice-dialect.ts';

/** A form with Plivo's newer signature over address, fields and nonce. */
export function plivoRequest(address: string, fields: Record<string, string>): Sent {
  const { headers, body } = signedByPlivo(address, fields);
  return { path: below(address), headers: Object.fromEntries(headers), body };
}

export const STATES: Record<Told['kind'], string> = {
  ringing: 'ringing',
  answered: 'in-progress',
  completed: 'completed',
  cut: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
  cancelled: 'cancel',
};

const account = `/v1/Account/${ACCOUNT.plivo.id}`;
const RECORDING = 'f6d8d8a5-9e4c-4a1f-9f7b-1a2b3c4d5e6f';
const hungUp = { hangup_cause_code: 4000, hangup_cause_name: 'Normal Hangup', hangup_source: 'Caller' };
const missing = { status: 404, body: { error: 'not found' } };

const told = (request: SeenRequest, id: string, { kind, ...more }: Told) => {
  const seconds = 'seconds' in more ? String(more.seconds) : '0';
  const ended = kind !== 'ringing' && kind !== 'answered';
  return {
    CallUUID: id,
    RequestUUID: id,
    CallStatus: STATES[kind],
    Direction: 'outbound',
    From: String(json(request).from),
    To: String(json(request).to),
    ...(ended ? { Duration: seconds, BillDuration: seconds, HangupCause: 'NORMAL_CLEARING' } : {}),
  };
};

export const plivo: VoiceDialect = {
  name: 'plivo',
  adapter: createPlivo(),
  env: {},
  placePath: `${account}/Call/`,
  callId: (count) => `9834029e-58b6-11e1-b8b7-${count.toString(16).padStart(12, '0')}`,
  recordingId: RECORDING,
  accepted: (id) => ({
    status: 201,
    body: { message: 'call fired', request_uuid: id, api_id: '97ceeb52-58b6-11e1-86da-77300b68f8bb' },
  }),
  refusedCallerId: { status: 400, body: { error: 'invalid from number' } },
  answer: (request, ended): Answered => {
    const path = pathOf(request);
    if (path === '/sound') return { status: 200, body: SOUND };
    if (request.method === 'DELETE') return { status: 204, body: null };
    if (path.startsWith(`${account}/Recording/`)) {
      const recording_url = `${new URL(request.url).origin}/sound`;
      return { status: 200, body: { recording_id: RECORDING, recording_url } };
    }
    const call_uuid = path.split('/').at(-2) ?? '';
    const isLive = new URL(request.url).searchParams.get('status') === 'live';
    if (isLive) return ended ? missing : { status: 200, body: { call_uuid, call_status: 'in-progress' } };
    const times = { answer_time: '2026-01-01 00:00:00+00:00', end_time: '2026-01-01 00:01:00+00:00' };
    const bill_duration = ended?.seconds ?? 0;
    return ended ? { status: 200, body: { call_uuid, ...times, ...hungUp, bill_duration } } : missing;
  },
  timeLimit: (request) => Number(json(request).time_limit),
  records: null,
  reportsTo: (request) => String(json(request).hangup_url),
  // That a call was answered is told by asking what to do with it.
  news: (id, request, news) =>
    plivoRequest(
      String(json(request)[news.kind === 'answered' ? 'answer_url' : 'hangup_url']),
      told(request, id, news),
    ),
  recorded: (id, request) =>
    plivoRequest(plivo.reportsTo(request), {
      CallUUID: id,
      RequestUUID: id,
      RecordingID: RECORDING,
      RecordUrl: 'https://media.plivo.com/recording.mp3',
      RecordingDuration: String(RECORDED.seconds),
    }),
  isHangUp: (request, id) => request.method === 'DELETE' && pathOf(request) === `${account}/Call/${id}/`,
};
