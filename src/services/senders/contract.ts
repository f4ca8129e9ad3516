import { z } from 'zod';
import { SENDER_STATES } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { isoTime, pageQuery, paragraph, uuid } from '../../platform/kit/schemas.ts';
import { senderId } from '../../shared/sender-id.ts';

const { endpoint, pagedList } = endpointsFor('SMS');

/** The most sender names, and confirmed numbers, of one account. */
export const MAX_SENDERS = 50;
export const MAX_PURPOSE = 300;

const country = z.string().regex(/^[A-Z]{2}$/);

export const senderName = z.object({
  id: uuid,
  name: z.string(),
  /** Its purpose, in the customer's words. */
  purpose: z.string(),
  status: z.enum(SENDER_STATES),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  /** Countries that ask for it, where it is registered with the carriers. */
  registeredIn: z.array(country),
  requestedAt: isoTime,
  decidedAt: isoTime.nullable(),
});
export type SenderName = z.infer<typeof senderName>;

/** A number that may be sender and caller ID. */
export const senderNumber = z.object({
  number: z.string(),
  /**
   * `bought`: a number that was bought here. `proven`: confirmed by a code. `ending`: the same, to be confirmed again
   * soon. `ended`: it was confirmed so long ago that it does not count any more. `code_sent`: its code is on the way.
   */
  state: z.enum(['bought', 'proven', 'ending', 'ended', 'code_sent']),
  /** A confirmed number has it, and one whose code is on the way. */
  proofId: uuid.nullable(),
  /** Until when the number is confirmed, or the code on the way is good. */
  expiresAt: isoTime.nullable(),
});
export type SenderNumber = z.infer<typeof senderNumber>;

export const listSenders = endpoint('listSenders', 'GET /api/users/:id/senders', {
  summary: 'What an account may send from: names and numbers, newest first',
  response: z.object({
    /** False: any sender may be used. */
    approval: z.boolean(),
    /** A code can be read out by a call. */
    calls: z.boolean(),
    names: z.array(senderName),
    numbers: z.array(senderNumber),
    /** Countries that take no names as senders, and those that take only registered ones. */
    countries: z.object({ never: z.array(country), registration: z.array(country) }),
  }),
});

export const senderRequestBody = z.object({
  name: senderId,
  purpose: paragraph(MAX_PURPOSE).refine((text) => text.trim().length > 0, faultText('fillAll')),
});

export const requestSenderName = endpoint('requestSenderName', 'POST /api/users/:id/sender-names', {
  summary: 'Register a sender name; an administrator accepts it',
  body: senderRequestBody,
  status: 201,
  response: senderName,
  idempotent: true,
  errors: ['not_allowed_now', 'sender_not_allowed'],
});

export const removeSenderName = endpoint('removeSenderName', 'DELETE /api/users/:id/sender-names/:nameId', {
  summary: 'Remove a sender name: messages that wait are not sent from it',
});

/** A sender name as administrators see it. */
export const senderRequest = senderName.extend({
  user: z.object({ id: uuid, email: z.string(), fullName: z.string(), company: z.string().nullable() }),
  /** How many other accounts have the same name, accepted. */
  others: z.number().int(),
});
export type SenderRequest = z.infer<typeof senderRequest>;

export const listSenderRequests = pagedList('listSenderRequests', '/api/admin/sender-names', {
  duties: ['support'],
  tag: 'Administration',
  summary: 'Sender names of all accounts, newest first',
  query: pageQuery.extend({ status: z.enum(SENDER_STATES).optional() }),
  row: senderRequest,
});

export const countSenderRequests = endpoint('countSenderRequests', 'GET /api/admin/sender-names/count', {
  duties: ['support'],
  tag: 'Administration',
  summary: 'How many sender names there are in each state',
  response: z.object({
    /** False: any sender may be used, so nothing waits. */
    approval: z.boolean(),
    requested: z.number().int(),
    accepted: z.number().int(),
    rejected: z.number().int(),
  }),
});

export const decideSenderName = endpoint('decideSenderName', 'PUT /api/admin/sender-names/:nameId', {
  tag: 'Administration',
  summary: 'Accept a sender name, reject it, or take an accepted one back',
  body: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('accepted'),
      /** Countries where it has been registered with the carriers. */
      registeredIn: z.array(country).max(250).default([]),
    }),
    z.object({
      status: z.literal('rejected'),
      reason: paragraph(MAX_PURPOSE).refine((text) => text.trim().length > 0, faultText('reasonMissing')),
    }),
  ]),
  response: senderRequest,
  errors: ['not_allowed_now', 'sender_not_allowed'],
});
