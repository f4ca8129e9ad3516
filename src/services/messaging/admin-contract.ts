import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, line, money4, pageQuery, uuid } from '../../platform/kit/schemas.ts';
import { recipientDelivery } from './contract.ts';

const { endpoint, pagedList } = endpointsFor('SMS');

/** A recipient for whom it is not known whether the message was sent. */
export const unknownRecipient = recipientDelivery.extend({
  userId: uuid,
  email: z.string(),
  /** The id of the message. */
  smsId: uuid,
  senderId: z.string(),
});
export type UnknownRecipient = z.infer<typeof unknownRecipient>;

export const listUnknownSms = pagedList('listUnknownSms', '/api/admin/sms/unknown', {
  duties: ['support', 'carriers'],
  summary: 'Recipients of whom it is not known whether their message left, newest first',
  query: pageQuery,
  row: unknownRecipient,
});

export const settleUnknownSms = endpoint('settleUnknownSms', 'POST /api/admin/sms/unknown/:recipientId', {
  summary: 'Settle by hand whether a message left; one that did not is refunded',
  body: z.object({ outcome: z.enum(['sent', 'not_sent']) }),
  response: recipientDelivery,
  idempotent: true,
  errors: ['already_processed'],
});

/** The recipients of one carrier and one hour, as an outage leaves them. */
export const unknownGroup = z.object({
  provider: z.string(),
  /** The beginning of the hour. */
  hour: isoTime,
  recipients: z.number().int(),
  /** The number of accounts that they belong to. */
  customers: z.number().int(),
  /** The sum that they were charged. */
  cost: money4,
});
export type UnknownGroup = z.infer<typeof unknownGroup>;

export const listUnknownGroups = endpoint('listUnknownGroups', 'GET /api/admin/sms/unknown-groups', {
  duties: ['support', 'carriers'],
  summary: 'Recipients of unknown fate, counted by carrier and hour, newest first',
  response: z.array(unknownGroup),
});

/** How many one request settles at most. */
export const SETTLED_AT_ONCE = 5000;

export const settleUnknownGroup = endpoint('settleUnknownGroup', 'POST /api/admin/sms/unknown-groups/:carrier', {
  summary: `Settle all of one carrier and hour by hand, ${SETTLED_AT_ONCE} at a time`,
  params: z.object({ carrier: z.string().max(60) }),
  body: z.object({ hour: z.iso.datetime(), outcome: z.enum(['sent', 'not_sent']) }),
  response: z.object({ settled: z.number().int(), left: z.number().int() }),
  idempotent: true,
  errors: ['not_found'],
});

/** A message that waits until an administrator has looked at it. */
export const heldMessage = z.object({
  id: uuid,
  user: z.object({ id: uuid, email: z.string(), fullName: z.string(), company: z.string().nullable() }),
  senderId: z.string(),
  message: z.string(),
  recipientCount: z.number().int(),
  /** Its charge, which comes back if it is refused. */
  cost: money4,
  /** The word or link of `held_words` in it. */
  heldFor: z.string(),
  sentAt: isoTime,
  sendAt: isoTime.nullable(),
});
export type HeldMessage = z.infer<typeof heldMessage>;

export const listHeldSms = pagedList('listHeldSms', '/api/admin/sms/held', {
  duties: ['support'],
  summary: 'Messages of all accounts that wait until an administrator has looked at them, newest first',
  query: pageQuery,
  row: heldMessage,
});

export const decideHeldSms = endpoint('decideHeldSms', 'POST /api/admin/sms/held/:heldId', {
  duties: ['support'],
  summary: 'Release a message that waits, or refuse it: then it is refunded, and its owner is told',
  body: z.object({
    outcome: z.enum(['release', 'refuse']),
    /** For its owner, where it is refused. */
    reason: line(300).nullish(),
  }),
  response: z.object({ id: uuid }),
  idempotent: true,
  errors: ['already_processed'],
});
