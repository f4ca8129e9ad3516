import { createHash, createHmac, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import { createTelnyx } from '../../src/carriers/adapters/telnyx/telnyx.ts';
import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';
import { createVonage } from '../../src/carriers/adapters/vonage/vonage.ts';
import { signFields } from '../../src/carriers/adapters/vonage/signature.ts';
import type { Timeouts } from '../../src/carriers/adapters/http-carrier.ts';
import type { Adapter, CarrierCallback, ReceiptOutcome } from '../../src/carriers/port.ts';
import type { Json } from './description-file.ts';
import type { Described, SeenRequest } from './descriptions.ts';
import { ACCOUNT, TELNYX_KEYS } from './accounts.ts';
import { africasTalking } from './dialect-africas-talking.ts';
import { plivo, STATUS } from './dialect-plivo.ts';
import { parseAs } from '../kit/read.ts';

export interface Dialect {
  carrier: Described;
  adapter(timeouts: Timeouts): Adapter;
  isSend(request: SeenRequest): boolean;
  healthy: Answered;
  accepted(id: string): Answered;
  invalidNumber: Answered;
  throttled: Answered;
  wrongCredentials: Answered;
  newId(count: number): string;
  reportTo(request: SeenRequest): string;
  /** The reference in a send that the carrier would say back. */
  report(report: Report): CarrierCallback;
  /** The schema that a report has to have, where it is described. */
  reportSchema: string | null;
  /** It signs what it reports; else a secret in the address shows that a report is its own. */
  signs: boolean;
  /** A report says back our reference. */
  saysReference: boolean;
}

export interface Answered {
  status: number;
  body: Json;
}

export interface Report {
  id: string;
  /** `unheard-of`: a word that its description does not have. */
  outcome: ReceiptOutcome | 'unheard-of';
  url: string;
  reference: string;
  at: Date;
}

const hex = (count: number, length: number): string => count.toString(16).padStart(length, '0');
const form = ({ body }: SeenRequest): URLSearchParams => new URLSearchParams(body);
const FORM_TYPE = 'application/x-www-form-urlencoded';

const twilioError = (status: number, code: number): Answered => ({
  status,
  body: { code, message: 'refused', more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

export const twilio: Dialect = {
  carrier: 'twilio',
  adapter: createTwilio,
  isSend: ({ method, url }) => method === 'POST' && url.endsWith('/Messages.json'),
  healthy: { status: 200, body: { sid: ACCOUNT.twilio.sid, status: 'active', friendly_name: 'Topline' } },
  accepted: (id) => ({
    status: 201,
    body: {
      sid: id,
      account_sid: ACCOUNT.twilio.sid,
      status: 'queued',
      direction: 'outbound-api',
      num_segments: '1',
      num_media: '0',
      price: null,
      price_unit: 'GBP',
      error_code: null,
    },
  }),
  invalidNumber: twilioError(400, 21_211),
  throttled: twilioError(429, 20_429),
  wrongCredentials: twilioError(401, 20_003),
  newId: (count) => `SM${hex(count, 32)}`,
  reportTo: (request) => form(request).get('StatusCallback') ?? '',
  report: ({ id, outcome, url }) => {
    const fields = new URLSearchParams({ MessageSid: id, MessageStatus: STATUS[outcome], To: '+447700900123' });
    if (outcome === 'undelivered') fields.set('ErrorCode', '30003');
    return signedByTwilio(url, fields);
  },
  reportSchema: null,
  signs: true,
  saysReference: true,
};

/** Signs as the carrier's documentation tells its customers to, and not by the adapter's own means. */
export function signedByTwilio(
  url: string,
  fields: URLSearchParams,
  token: string = ACCOUNT.twilio.token,
): CarrierCallback {
  const text = [...fields]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flat()
    .join('');
  const signature = createHmac('sha1', token)
    .update(url + text)
    .digest('base64');
  return {
    url,
    headers: new Headers({ 'content-type': FORM_TYPE, 'x-twilio-signature': signature }),
    body: fields.toString(),
  };
}

const telnyxError = (status: number, code: string, pointer?: string): Answered => ({
  status,
  body: { errors: [{ code, title: 'refused', detail: 'refused', ...(pointer ? { source: { pointer } } : {}) }] },
});

const TELNYX_STATUS = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'delivery_failed',
  refused: 'sending_failed',
  'unheard-of': 'unheard-of',
} as const;

const telnyxMessage = (id: string, status: string, url: string | null): { [name: string]: Json } => ({
  record_type: 'message',
  direction: 'outbound',
  id,
  type: 'sms',
  from: 'Topline',
  parts: 1,
  cost: null,
  to: [{ address: '+447700900123', status }],
  webhook_url: url,
  errors: [],
});

export const telnyx: Dialect = {
  carrier: 'telnyx',
  adapter: createTelnyx,
  isSend: ({ url }) => /\/v2\/messages(\/number_pool)?$/.test(url),
  healthy: {
    status: 200,
    body: { data: { record_type: 'messaging_profile', id: ACCOUNT.telnyx.profile, name: 'Topline', enabled: true } },
  },
  accepted: (id) => ({ status: 200, body: { data: telnyxMessage(id, 'queued', null) } }),
  invalidNumber: telnyxError(422, '40310', '/to'),
  throttled: telnyxError(429, '10011'),
  wrongCredentials: telnyxError(401, '10009'),
  newId: (count) => `40385f64-5717-4562-b3fc-${hex(count, 12)}`,
  reportTo: ({ body }) => String(parseAs(body, z.object({ webhook_url: z.string().optional() })).webhook_url),
  report: ({ id, outcome, url, at }) => {
    const message = telnyxMessage(id, TELNYX_STATUS[outcome], url);
    if (outcome === 'undelivered') message.errors = [{ code: '40006', title: 'Recipient unavailable' }];
    const kind = outcome === 'sent' ? 'message.sent' : 'message.finalized';
    const data = { record_type: 'event', id: crypto.randomUUID(), event_type: kind, payload: message };
    return signedByTelnyx(TELNYX_KEYS.privateKey, at, JSON.stringify({ data, meta: { attempt: 1 } }), url);
  },
  reportSchema: 'OutboundMessageEvent',
  signs: true,
  saysReference: true,
};

export function signedByTelnyx(key: KeyObject, at: Date, body: string, url: string): CarrierCallback {
  const time = String(Math.floor(at.getTime() / 1000));
  return {
    url,
    headers: new Headers({
      'content-type': 'application/json',
      'telnyx-timestamp': time,
      'telnyx-signature-ed25519': sign(null, Buffer.from(`${time}|${body}`), key).toString('base64'),
    }),
    body,
  };
}

const vonageAnswer = (status: string, error?: string): Answered => ({
  status: 200,
  body: { 'message-count': '1', messages: [{ status, ...(error ? { 'error-text': error } : {}) }] },
});

const VONAGE_STATUS = {
  sent: 'buffered',
  delivered: 'delivered',
  undelivered: 'failed',
  refused: 'rejected',
  'unheard-of': 'unheard-of',
} as const;

export const vonage: Dialect = {
  carrier: 'vonage',
  adapter: createVonage,
  isSend: ({ url }) => url.endsWith('/sms/json'),
  healthy: { status: 200, body: { value: 10.28, autoReload: false } },
  accepted: (id) => ({
    status: 200,
    body: {
      'message-count': '1',
      messages: [
        {
          to: '447700900123',
          'message-id': id,
          status: '0',
          'remaining-balance': '3.14',
          'message-price': '0.03330000',
        },
      ],
    },
  }),
  invalidNumber: vonageAnswer('6', 'Unroutable message - rejected'),
  throttled: vonageAnswer('1', 'Throughput Rate Exceeded'),
  wrongCredentials: vonageAnswer('4', 'Bad Credentials'),
  newId: (count) => `0A00000012${hex(count, 6).toUpperCase()}`,
  reportTo: (request) => form(request).get('callback') ?? '',
  report: ({ id, outcome, url, reference, at }) =>
    signedByVonage(url, {
      msisdn: '447700900123',
      to: 'Topline',
      messageId: id,
      status: VONAGE_STATUS[outcome],
      scts: '2001011400',
      'err-code': outcome === 'undelivered' ? '2' : '0',
      'api-key': ACCOUNT.vonage.key,
      'client-ref': reference,
      timestamp: String(Math.floor(at.getTime() / 1000)),
      nonce: crypto.randomUUID(),
    }),
  reportSchema: 'DeliveryReceipt',
  signs: true,
  saysReference: true,
};

export const signedByVonage = (url: string, fields: Record<string, string>): CarrierCallback => ({
  url,
  headers: new Headers({ 'content-type': 'application/json' }),
  body: JSON.stringify({ ...fields, sig: signFields('sha256', ACCOUNT.vonage.signature, fields).toUpperCase() }),
});

/** The newer way: the fields as they are, and a token over the hash of their text. */
export function tokenByVonage(
  url: string,
  fields: Record<string, string>,
  at: Date,
  secret: string = ACCOUNT.vonage.signature,
): CarrierCallback {
  const body = JSON.stringify(fields);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: 'Vonage',
    jti: crypto.randomUUID(),
    iat: Math.floor(at.getTime() / 1000),
    api_key: ACCOUNT.vonage.key,
    payload_hash: createHash('sha256').update(body).digest('hex'),
  };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  const token = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  return { url, headers: new Headers({ 'content-type': 'application/json', authorization: `Bearer ${token}` }), body };
}

export const DIALECTS: readonly Dialect[] = [twilio, telnyx, vonage, plivo, africasTalking];
