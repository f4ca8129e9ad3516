import { createHash, createHmac, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { createVonage } from '../../src/carriers/adapters/vonage/vonage.ts';
import { ACCOUNT } from './accounts.ts';
import { below, json, pathOf, RECORDED, type Sent, SOUND, type Told, type VoiceDialect } from './voice-dialect.ts';

/** A JSON body with Vonage's token over its hash. */
export function vonageRequest(address: string, at: Date, event: object): Sent {
  const body = JSON.stringify(event);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iat: Math.floor(at.getTime() / 1000),
    jti: crypto.randomUUID(),
    api_key: ACCOUNT.vonage.key,
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

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });

const STATES: Record<Told['kind'], string> = {
  ringing: 'ringing',
  answered: 'answered',
  completed: 'completed',
  cut: 'completed',
  busy: 'busy',
  'no-answer': 'timeout',
  failed: 'failed',
  cancelled: 'cancelled',
};

export const vonage: VoiceDialect = {
  name: 'vonage',
  adapter: createVonage(),
  env: { VONAGE_APPLICATION_ID: '78d335fa-323d-0114-9c3d-d6f0d48968cf', VONAGE_PRIVATE_KEY: String(KEY) },
  placePath: '/v1/calls',
  callId: (count) => `63f61863-4a51-4f6b-86e1-${String(count).padStart(12, '0')}`,
  recordingId: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab',
  accepted: (id) => ({
    status: 201,
    body: { uuid: id, status: 'started', direction: 'outbound', conversation_uuid: `CON-${id}` },
  }),
  refusedCallerId: {
    status: 400,
    body: { title: 'Bad Request', type: 'https://developer.vonage.com/api-errors/voice#from-number-invalid' },
  },
  answer: (request, ended) => {
    const path = pathOf(request);
    if (path.startsWith('/v1/files/')) return { status: 200, body: SOUND };
    if (request.method !== 'GET') return { status: 204, body: null };
    const call = { uuid: path.split('/').at(-1) ?? '', status: ended ? 'completed' : 'answered' };
    return { status: 200, body: ended ? { ...call, duration: String(ended.seconds) } : call };
  },
  timeLimit: (request) => Number(json(request).length_timer),
  records: ({ body }) => body.includes('"action":"record"'),
  reportsTo: (request) => z.string().array().parse(json(request).event_url)[0] ?? '',
  news: (id, request, told) =>
    vonageRequest(vonage.reportsTo(request), told.at, {
      uuid: id,
      conversation_uuid: `CON-${id}`,
      status: STATES[told.kind],
      direction: 'outbound',
      ...('seconds' in told ? { duration: String(told.seconds), rate: '0.01', price: '0.01' } : {}),
      headers: {},
    }),
  recorded: (id, request, at) => {
    const [record] = z.looseObject({ eventUrl: z.string().array().optional() }).array().parse(json(request).ncco);
    return vonageRequest(record?.eventUrl?.[0] ?? '', at, {
      conversation_uuid: `CON-${id}`,
      recording_uuid: id,
      recording_url: `https://api.nexmo.com/v1/files/${vonage.recordingId}`,
      start_time: RECORDED.from,
      end_time: RECORDED.to,
    });
  },
  isHangUp: (request, id) =>
    request.method === 'PUT' && pathOf(request) === `/v1/calls/${id}` && json(request).action === 'hangup',
};
