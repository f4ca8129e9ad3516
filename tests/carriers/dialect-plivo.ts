import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { createPlivo } from '../../src/carriers/adapters/plivo/plivo.ts';
import type { CarrierCallback } from '../../src/carriers/port.ts';
import { ACCOUNT } from './accounts.ts';
import type { Answered, Dialect } from './dialects.ts';
import { parseAs } from '../kit/read.ts';

const refusal = (status: number, error: string): Answered => ({
  status,
  body: { api_id: '97ceeb52-58b6-11e1-86da-77300b68f8bb', error },
});

/** Twilio's words too. */
export const STATUS = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'undelivered',
  refused: 'failed',
  'unheard-of': 'unheard-of',
} as const;

export const plivo: Dialect = {
  carrier: 'plivo',
  adapter: createPlivo,
  isSend: ({ method, url }) => method === 'POST' && url.endsWith('/Message/'),
  healthy: { status: 200, body: { auth_id: ACCOUNT.plivo.id, cash_credits: '12.5', name: 'Topline' } },
  accepted: (id) => ({
    status: 202,
    body: { message: 'message(s) queued', message_uuid: [id], api_id: 'db342550-7c9d-11e1-8ea7-12313f806e9a' },
  }),
  invalidNumber: refusal(400, 'dst is not a valid phone number'),
  throttled: refusal(429, 'too many requests'),
  wrongCredentials: refusal(401, 'authentication failed'),
  newId: (count) => `db3ce55a-7f1d-11e1-8ea7-${count.toString(16).padStart(12, '0')}`,
  reportTo: ({ body }) => String(parseAs(body, z.object({ url: z.string().optional() })).url),
  report: ({ id, outcome, url }) => {
    const fields = { MessageUUID: id, Status: STATUS[outcome], To: '447700900123', From: 'Topline', Units: '1' };
    return signedByPlivo(url, outcome === 'undelivered' ? { ...fields, ErrorCode: '80' } : fields);
  },
  reportSchema: null,
  signs: true,
  saysReference: true,
};

let nonces = 0;

/** The newer signature, as plivo.com/docs/voice/concepts/signature-validation tells its customers to compute it. */
export function signedByPlivo(url: string, fields: Record<string, string>): CarrierCallback {
  const nonce = String(12_345 + ++nonces);
  const { origin, pathname, searchParams } = new URL(url);
  const query = [...searchParams]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const text = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flat()
    .join('');
  const signed = `${origin}${pathname}?${query}${query && '.'}${text}.${nonce}`;
  return {
    url,
    headers: new Headers({
      'content-type': 'application/x-www-form-urlencoded',
      'x-plivo-signature-v3': createHmac('sha256', ACCOUNT.plivo.token).update(signed).digest('base64'),
      'x-plivo-signature-v3-nonce': nonce,
    }),
    body: new URLSearchParams(fields).toString(),
  };
}
