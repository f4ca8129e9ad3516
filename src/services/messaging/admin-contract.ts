import { z } from 'zod';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { pageQuery, uuid } from '../../platform/kit/schemas.ts';
import { recipientDelivery } from './contract.ts';

const tag = 'SMS';

/** A recipient of whom it is not known whether the message left. */
export const unknownRecipient = recipientDelivery.extend({
  userId: uuid,
  email: z.string(),
  /** The message. */
  smsId: uuid,
  senderId: z.string(),
});
export type UnknownRecipient = z.infer<typeof unknownRecipient>;

export const listUnknownSms = endpoint({
  name: 'listUnknownSms',
  method: 'GET',
  path: '/api/admin/sms/unknown',
  access: 'admin',
  tag,
  summary: 'Recipients of whom it is not known whether their message left, newest first',
  query: pageQuery,
  status: 200,
  response: z.array(unknownRecipient),
  paged: true,
});

export const settleUnknownSms = endpoint({
  name: 'settleUnknownSms',
  method: 'POST',
  path: '/api/admin/sms/unknown/:recipientId',
  access: 'admin',
  tag,
  summary: 'Settle by hand whether a message left; one that did not is refunded',
  params: z.object({ recipientId: uuid }),
  body: z.object({ outcome: z.enum(['sent', 'not_sent']) }),
  status: 200,
  response: recipientDelivery,
  idempotent: true,
  errors: ['not_found', 'already_processed'],
});
