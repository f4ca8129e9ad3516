import { z } from 'zod';
import { LANGUAGES, VERIFICATION_CHANNELS, VERIFICATION_STATES } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { isoTime, line, namedObject, pageQuery, uuid } from '../../platform/kit/schemas.ts';
import { MESSAGE_REFUSALS } from '../messaging/refusal-contract.ts';
import { senderId } from '../../shared/sender-id.ts';

const { endpoint, pagedList } = endpointsFor('SMS');

/** How many wrong codes may be entered, how many times a code is sent, and how long after the time before. */
export const TRIES = 5;
export const MOST_SENDS = 5;
export const SEND_AGAIN_SECONDS = 30;

export const verification = namedObject('Verification', {
  id: uuid,
  /** E.164. */
  to: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  /** The last channel that was used. */
  channel: z.enum(VERIFICATION_CHANNELS),
  status: z.enum([...VERIFICATION_STATES, 'expired']),
  sends: z.number().int(),
  triesLeft: z.number().int(),
  createdAt: isoTime,
  expiresAt: isoTime,
  /** From when on the code can be sent again. */
  sendAgainAt: isoTime,
  verifiedAt: isoTime.nullable(),
  /** Only where all carriers are simulated, so that it can be tried out: nobody else ever sees a code here. */
  code: z.string().optional(),
});
export type Verification = z.infer<typeof verification>;

const channel = z.enum(VERIFICATION_CHANNELS);

const spending = [
  'not_found',
  'not_allowed_now',
  'rate_limited',
  ...MESSAGE_REFUSALS,
  'too_many_calls',
  'unavailable',
  'validation_failed',
] as const;

export const createVerification = endpoint('createVerification', 'POST /api/users/:id/verifications', {
  summary: 'Send a verification code to a number; charged as the message or the call',
  body: z.object({
    to: line(32).min(1, faultText('fillAll')),
    channel: channel.default('sms'),
    /** For how many seconds the code is good. */
    ttl: z.number().int().min(60).max(3600).default(600),
    language: z.enum(LANGUAGES).default('en'),
    /** The sender of the message; by default the operator’s sender of codes. */
    senderId: senderId.optional(),
  }),
  status: 201,
  response: verification,
  idempotent: true,
  errors: spending,
});

export const sendVerificationAgain = endpoint(
  'sendVerificationAgain',
  'POST /api/users/:id/verifications/:verificationId/send',
  {
    summary: 'Send the same code again, 30 seconds after the last time at the earliest',
    body: z.object({ channel: channel.optional() }),
    response: verification,
    idempotent: true,
    errors: spending,
  },
);

export const checkVerification = endpoint(
  'checkVerification',
  'POST /api/users/:id/verifications/:verificationId/check',
  {
    summary: 'Check the code that somebody entered; it is right once',
    body: z.object({ code: z.string().trim().min(1, faultText('codeMissing')).max(12) }),
    response: verification,
    errors: ['not_allowed_now', 'validation_failed'],
  },
);

export const getVerification = endpoint('getVerification', 'GET /api/users/:id/verifications/:verificationId', {
  summary: 'One verification',
  response: verification,
});

export const listVerifications = pagedList('listVerifications', '/api/users/:id/verifications', {
  summary: 'Verifications, newest first',
  query: pageQuery,
  row: verification,
});

export const getVerificationFigures = endpoint('getVerificationFigures', 'GET /api/users/:id/verification-figures', {
  summary: 'How many numbers were verified in the last 30 days, by country',
  response: z.array(
    z.object({ country: z.string().nullable(), started: z.number().int(), verified: z.number().int() }),
  ),
});
