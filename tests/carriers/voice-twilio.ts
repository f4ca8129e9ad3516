import { createHmac } from 'node:crypto';
import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';
import { ACCOUNT } from './accounts.ts';
import { twilio as messages } from './dialects.ts';
import { STATES as PLIVO_STATES } from './voice-plivo.ts';
import { below, form, pathOf, RECORDED, type Sent, SOUND, type VoiceDialect } from './voice-dialect.ts';

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

const STATES = { ...PLIVO_STATES, cancelled: 'canceled' };

const hex = (count: number): string => count.toString(16).padStart(32, '0');
const calls = `/2010-04-01/Accounts/${ACCOUNT.twilio.sid}/Calls`;
const call = (sid: string, fields: Record<string, string | null>) => ({
  sid,
  account_sid: ACCOUNT.twilio.sid,
  direction: 'outbound-api',
  price: null,
  price_unit: 'USD',
  ...fields,
});

/** No two callbacks are the same to the letter. */
let sequence = 0;

export const twilio: VoiceDialect = {
  name: 'twilio',
  adapter: createTwilio(),
  env: {},
  placePath: `${calls}.json`,
  callId: (count) => `CA${hex(count)}`,
  recordingId: `RE${hex(1)}`,
  accepted: (id) => ({ status: 201, body: call(id, { status: 'queued' }) }),
  refusedCallerId: {
    status: 400,
    body: { code: 21_210, message: 'unverified', status: 400, more_info: 'https://www.twilio.com/docs/errors/21210' },
  },
  answer: (request, ended) => {
    const path = pathOf(request);
    if (path.includes('/Recordings/')) {
      return request.method === 'DELETE' ? { status: 204, body: null } : { status: 200, body: SOUND };
    }
    if (path === `/2010-04-01/Accounts/${ACCOUNT.twilio.sid}.json`) return messages.healthy;
    // A leg, asked for by the call that leads on to it.
    if (path === `${calls}.json`) {
      const fields = { status: ended ? 'completed' : 'in-progress', duration: ended && String(ended.seconds) };
      const parent = new URL(request.url).searchParams.get('ParentCallSid');
      const leg = call(`CA${hex(255)}`, { ...fields, parent_call_sid: parent });
      return { status: 200, body: { calls: [leg], page: 0, page_size: 50 } };
    }
    const id = path.slice(calls.length + 1, -'.json'.length);
    const over = ended !== null || request.method === 'POST';
    const fields = { status: over ? 'completed' : 'in-progress', duration: ended && String(ended.seconds) };
    return { status: 200, body: call(id, fields) };
  },
  timeLimit: (request) => Number(form(request).get('TimeLimit')),
  records: (request) => form(request).get('Record') === 'true',
  reportsTo: (request) => form(request).get('StatusCallback') ?? '',
  news: (id, request, news) =>
    twilioRequest(twilio.reportsTo(request), {
      CallSid: id,
      AccountSid: ACCOUNT.twilio.sid,
      CallStatus: STATES[news.kind],
      SequenceNumber: String(++sequence),
      ...('seconds' in news && news.seconds > 0 ? { CallDuration: String(news.seconds) } : {}),
    }),
  recorded: (id, request) =>
    twilioRequest(form(request).get('RecordingStatusCallback') ?? '', {
      CallSid: id,
      RecordingSid: twilio.recordingId,
      RecordingStatus: 'completed',
      SequenceNumber: String(++sequence),
      RecordingDuration: String(RECORDED.seconds),
    }),
  isHangUp: (request, id) =>
    request.method === 'POST' &&
    pathOf(request) === `${calls}/${id}.json` &&
    form(request).get('Status') === 'completed',
};
