import { sign } from 'node:crypto';
import { createTelnyx } from '../../src/carriers/adapters/telnyx/telnyx.ts';
import type { CallEnd } from '../../src/carriers/voice-port.ts';
import { TELNYX_KEYS } from './accounts.ts';
import type { Json } from './description-file.ts';
import { reportFaults, type SeenRequest } from './descriptions.ts';
import { type Answered, below, json, pathOf, RECORDED, type Sent, SOUND, type VoiceDialect } from './voice-dialect.ts';

/** An event as Telnyx tells it. @throws where it is none by Telnyx's description */
export function telnyxEvent(type: string, at: Date, payload: { [name: string]: Json }): Json {
  const times = { id: Bun.randomUUIDv7(), occurred_at: at.toISOString() };
  const event = { data: { record_type: 'event', event_type: type, ...times, payload } };
  const faults = reportFaults('telnyx', type, event);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return event;
}

/** An event on its way, with Telnyx's signature over the moment at which it is sent and its body. */
export function telnyxRequest(address: string, event: Json, at: Date): Sent {
  const body = JSON.stringify(event);
  const time = String(Math.floor(at.getTime() / 1000));
  const signature = sign(null, Buffer.from(`${time}|${body}`), TELNYX_KEYS.privateKey).toString('base64');
  return {
    path: below(address),
    headers: { 'content-type': 'application/json', 'telnyx-timestamp': time, 'telnyx-signature-ed25519': signature },
    body,
  };
}

const toldOn = (request: SeenRequest, type: string, at: Date, payload: { [name: string]: Json }): Sent =>
  telnyxRequest(telnyx.reportsTo(request), telnyxEvent(type, at, payload), at);

const CAUSES: Record<CallEnd | 'cut', string> = {
  completed: 'normal_clearing',
  cut: 'time_limit',
  busy: 'user_busy',
  'no-answer': 'timeout',
  failed: 'unspecified',
  cancelled: 'originator_cancel',
};

const stateOf = (request: SeenRequest): string => String(json(request).client_state);
const legOf = (id: string): string => `leg-of-${id}`;
const RECORDING = '3fa85f64-5717-4562-b3fc-2c963f66afa6';

function leg(id: string, alive: boolean, duration: number): Answered {
  const data = { call_control_id: id, call_leg_id: legOf(id), call_session_id: `session-of-${id}` };
  return { status: 200, body: { data: { ...data, is_alive: alive, record_type: 'call', call_duration: duration } } };
}

/** Its events do not say a recording's id: it is found by the leg and the beginning. */
const recording = ({ url }: SeenRequest): { [name: string]: Json } => ({
  id: RECORDING,
  record_type: 'recording',
  status: 'completed',
  recording_started_at: '2026-01-01T00:00:00.000Z',
  download_urls: { mp3: `${new URL(url).origin}/sound` },
});

export const telnyx: VoiceDialect = {
  name: 'telnyx',
  adapter: createTelnyx(),
  env: { TELNYX_CONNECTION_ID: '1234567890' },
  placePath: '/v2/calls',
  callId: (count) => `v3:call-${count}`,
  recordingId: RECORDING,
  accepted: (id) => leg(id, true, 0),
  refusedCallerId: {
    status: 422,
    body: { errors: [{ code: '10015', title: 'Invalid', source: { pointer: '/from' } }] },
  },
  answer: (request, ended) => {
    const path = pathOf(request);
    if (path === '/sound') return { status: 200, body: SOUND };
    if (path === '/v2/recordings') return { status: 200, body: { data: [recording(request)] } };
    if (path.startsWith('/v2/recordings/')) return { status: 200, body: { data: recording(request) } };
    if (path === '/v2/conferences') {
      const { name = '' } = request.method === 'POST' ? json(request) : {};
      const times = { created_at: RECORDED.from, expires_at: RECORDED.to };
      const conference = { id: 'conference-1', ...times, name: String(name), record_type: 'conference' };
      return { status: 200, body: { data: request.method === 'POST' ? conference : [] } };
    }
    if (request.method === 'POST') return { status: 200, body: { data: { result: 'ok' } } };
    return leg(decodeURIComponent(path.split('/').at(-1) ?? ''), ended === null, ended?.seconds ?? 0);
  },
  timeLimit: (request) => Number(json(request).time_limit_secs),
  records: (request) => json(request).record === 'record-from-answer',
  reportsTo: (request) => String(json(request).webhook_url),
  news: (id, request, told) => {
    const payload = { call_control_id: id, client_state: stateOf(request) };
    if (told.kind === 'ringing') return toldOn(request, 'call.initiated', told.at, payload);
    if (told.kind === 'answered') return toldOn(request, 'call.answered', told.at, payload);
    return toldOn(request, 'call.hangup', told.at, { ...payload, hangup_cause: CAUSES[told.kind] });
  },
  recorded: (id, request, at) =>
    toldOn(request, 'call.recording.saved', at, {
      call_leg_id: legOf(id),
      client_state: stateOf(request),
      recording_started_at: RECORDED.from,
      recording_ended_at: RECORDED.to,
    }),
  isHangUp: (request, id) => pathOf(request) === `/v2/calls/${encodeURIComponent(id)}/actions/hangup`,
};
