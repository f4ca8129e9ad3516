import { z } from 'zod';
import { INCOMING_OUTCOMES } from '../../../../db/enums.ts';
import { CALLBACK_BYTES } from '../../../carriers/contract.ts';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { faultText } from '../../../platform/kit/faults.ts';
import { isoTime, line, money4, namedObject, pageQuery, userParams, uuid } from '../../../platform/kit/schemas.ts';
import { callLeg, callRecording, soundQuality } from '../contract.ts';

const { endpoint, pagedList } = endpointsFor('Voice');

/** The most blocked callers of one account. */
export const MAX_BLOCKED_CALLERS = 1000;

/** A call to one of the customer's numbers. */
export const receivedCall = namedObject('ReceivedCall', {
  id: uuid,
  userId: uuid,
  /** E.164; empty or a word where the caller hides their number. */
  from: z.string(),
  /** The customer's number, E.164. */
  to: z.string(),
  outcome: z.enum(INCOMING_OUTCOMES),
  /** Why the newest forwarding did not take place, as a code of a problem; null where nothing was refused. */
  notForwarded: z.string().nullable(),
  /** Seconds of the whole call. */
  duration: z.number().int(),
  /** The cost of its legs; a call costs nothing else. */
  cost: money4,
  receivedAt: isoTime,
  endedAt: isoTime.nullable(),
  legs: z.array(callLeg),
  /** The voicemail. */
  recordings: z.array(callRecording),
  /** The spoken words, where the carrier writes them down. */
  transcript: z.string().nullable(),
  /** A call that came by SIP and has ended has it, where both ends sent RTCP; otherwise null. */
  quality: soundQuality.nullable(),
});
export type ReceivedCall = z.infer<typeof receivedCall>;

export const listReceivedCalls = pagedList('listReceivedCalls', '/api/users/:id/calls/received', {
  summary: 'Calls to the numbers of an account, newest first',
  query: pageQuery.extend({
    /** Only calls with this outcome. */
    outcome: z.enum(INCOMING_OUTCOMES).optional(),
  }),
  row: receivedCall,
});

export const blockedCaller = z.object({ number: z.string(), blockedAt: isoTime });
export type BlockedCaller = z.infer<typeof blockedCaller>;

export const listBlockedCallers = endpoint('listBlockedCallers', 'GET /api/users/:id/blocked-callers', {
  summary: 'Callers who hear the busy tone at all numbers of an account',
  response: z.array(blockedCaller),
});

const caller = line(32).min(1, faultText('fillAll'));

export const blockCaller = endpoint('blockCaller', 'POST /api/users/:id/blocked-callers', {
  summary: 'Block a caller',
  body: z.object({
    /** The list of calls shows it so. */
    number: caller,
  }),
  response: blockedCaller,
  errors: ['not_allowed_now'],
});

export const unblockCaller = endpoint('unblockCaller', 'DELETE /api/users/:id/blocked-callers/:number', {
  summary: 'Let a caller through again',
  params: userParams.extend({ number: caller }),
  errors: ['not_found'],
});

/** A number of a simulated carrier, which the customer tries out. */
export const callNumber = endpoint('callNumber', 'POST /api/users/:id/did-numbers/:numberId/call', {
  tag: 'DID numbers',
  summary: 'Have somebody call a number of a simulated carrier',
  body: z.object({
    from: z
      .string()
      .trim()
      .regex(/^\+[1-9]\d{6,14}$/, faultText('fullNumber', { example: '+447911123456' })),
    /** The key that the caller presses in a menu; empty for nothing. */
    presses: z.enum(['', '1', '2']).default('1'),
  }),
  errors: ['simulated_only', 'not_allowed_now'],
});

/**
 * The address to which carriers announce calls to our numbers, and report how they went on. Body, signature and answer
 * have the carrier's own form.
 */
export const incomingCallCallback = endpoint('incomingCallCallback', 'POST /api/callbacks/:provider/calls', {
  largestBody: CALLBACK_BYTES,
  access: 'public',
  tag: 'Providers',
  summary: "A call to one of our numbers, with the carrier's own signature",
  params: z.object({ provider: z.string().max(60) }),
  produces: ['text/xml', 'application/json'],
  errors: ['not_found', 'bad_signature', 'malformed_request', 'payload_too_large'],
});
