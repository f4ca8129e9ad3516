import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { days, isoTime, line, money4, pageQuery, uuid, withDaysInOrder } from '../../platform/kit/schemas.ts';
import { shownPrice } from '../../platform/kit/shown-price.ts';
import { CALLBACK_BYTES } from '../../carriers/contract.ts';
import { CALL_ORIGINS, CALL_STATUSES, CALL_UNDER_WAY, RECORDING_STATUSES } from '../../../db/enums.ts';
import { CHARGE_REFUSALS } from '../messaging/refusal-contract.ts';
import { callQuote } from './quote-contract.ts';

const { endpoint, pagedList } = endpointsFor('Voice');

/** The longest duration of any call, whatever the balance. */
export const MAX_CALL_MINUTES = 60;

export const FILL_ALL_REQUIRED = 'Please fill in all required fields';
export const CALLER_ID_RULE = 'Caller ID must be letters, digits and spaces, or a full phone number like +447911123456';

/**
 * `queued` and `dialing` come before the ringing. `completed` was answered and has ended; the other final states were
 * never answered and cost nothing.
 */
export const callStatus = z.enum(CALL_STATUSES);
export type CallStatus = z.infer<typeof callStatus>;

export const isUnderWay = (status: CallStatus): boolean => CALL_UNDER_WAY.some((state) => state === status);

export const callRecording = z.object({
  id: uuid,
  /** `processing`: it is being fetched from the carrier. `failed`: the carrier did not provide it. */
  status: z.enum(RECORDING_STATUSES),
  /** Seconds. */
  duration: z.number().int().nullable(),
  contentType: z.string().nullable(),
  bytes: z.number().int().nullable(),
  createdAt: isoTime,
});
export type CallRecording = z.infer<typeof callRecording>;

const answered = {
  destination: z.string(),
  status: callStatus,
  /** Seconds, from the answer to the end. */
  duration: z.number().int(),
  /** The charge when it was accepted: the credit set aside for the longest possible call, without its legs. */
  cost: money4,
  /**
   * The final charge, in whole pennies; the same as `cost` until the call has ended. What calls come to beyond
   * whole pennies is charged with the next one, as soon as it makes a penny.
   */
  actualCost: money4,
  /** The exact cost of its seconds; null until it has ended, and of older calls, which were rounded up to a penny. */
  exactCost: money4.nullable(),
  ratePerMinute: money4,
  /** The call is ended after this many minutes. */
  maxMinutes: z.number().int(),
  /** Started minutes. */
  billedMinutes: z.number().int(),
  /** The billed minutes that a SIP trunk package paid for. */
  packageMinutes: z.number().int(),
  /** In plain words, if it failed. */
  error: z.string().nullable(),
  /** The final SIP status of a trunk's call, or of a leg by SIP, that was not answered. */
  sipStatus: z.number().int().nullable(),
  answeredAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
};

/**
 * The leg to the number that a call is forwarded to: charged as a call of its own, by its own destination, and set aside
 * before it rings. It is `queued` until the call leads on to it, and cancelled if the call never does.
 */
export const callLeg = z.object({
  id: uuid,
  /** `trunk`: it rings a SIP trunk, at no charge, and its destination is the number that was called. */
  kind: z.enum(['number', 'trunk']),
  ...answered,
});
export type CallLeg = z.infer<typeof callLeg>;

/** How sound arrived, on average over both directions, as both ends said by RTCP. */
export const soundQuality = z.object({
  /** Mean opinion score, from 1 (bad) to 5 (excellent). */
  mos: z.number().min(0).max(5),
  /** Packets that did not arrive, in per cent. */
  lost: z.number().min(0).max(100),
  /** Milliseconds by which packets came early or late. */
  jitter: z.number().min(0),
  /** Milliseconds there and back. */
  roundTrip: z.number().min(0),
});

export const voiceCall = z.object({
  id: uuid,
  userId: uuid,
  /** `trunk`: the customer's own telephone system made the call. */
  origin: z.enum(CALL_ORIGINS),
  callerId: z.string(),
  ...answered,
  /** A recording was requested. */
  recorded: z.boolean(),
  ivrEnabled: z.boolean(),
  pbxFeatures: z.object({
    callForwarding: z.boolean(),
    forwardingNumber: z.string().nullable(),
    voicemail: z.boolean(),
    conferenceCall: z.boolean(),
  }),
  /** The carrier; null until one has the call. */
  provider: z.string().nullable(),
  /** A call by the SIP edge that has ended has it, where both ends sent RTCP; otherwise null. */
  quality: soundQuality.nullable(),
  hangUpRequested: z.boolean(),
  calledAt: isoTime,
  recordings: z.array(callRecording),
  legs: z.array(callLeg),
  callDetails: z.object({ callId: uuid }),
});
export type VoiceCall = z.infer<typeof voiceCall>;

const required = (schema: z.ZodType<string, string>) => z.string({ error: FILL_ALL_REQUIRED }).pipe(schema);

/** Letters, digits or a full number, as in the profile's default caller ID; the carrier decides in the end. */
const CALLER_ID = /^\+?[\p{L}\p{N} .&_-]+$/u;

/** The number to which calls are forwarded; empty for none. */
const optionalNumber = line(32);

export const placeCall = endpoint('placeCall', 'POST /api/users/:id/voice', {
  summary: 'Place a call',
  body: z.object({
    callerId: required(line(32).min(1, { error: FILL_ALL_REQUIRED, abort: true }).regex(CALLER_ID, CALLER_ID_RULE)),
    destination: required(line(32).min(1, FILL_ALL_REQUIRED)),
    recorded: z.boolean().default(false),
    ivrEnabled: z.boolean().default(false),
    /** The price of a minute that was shown, in pounds. If it is another one by now: 409 `price_changed`. */
    ratePerMinute: shownPrice.nullish(),
    pbxFeatures: z
      .object({
        /** True, or the number itself; with `true` and no number, the profile's phone number is used. */
        callForwarding: z.union([z.boolean(), optionalNumber]).default(false),
        forwardingNumber: optionalNumber.nullish(),
        voicemail: z.boolean().default(false),
        conferenceCall: z.boolean().default(false),
      })
      .prefault({}),
  }),
  status: 201,
  response: voiceCall,
  idempotent: true,
  errors: [...CHARGE_REFUSALS, 'sender_not_allowed', 'too_many_calls', 'price_changed', 'unavailable'],
});

const callFilters = {
  /** Digits of a number: of the caller ID or the destination. */
  search: z.string().trim().max(40).optional(),
  status: callStatus.optional(),
  ...days,
};

export const listCalls = pagedList('listCalls', '/api/users/:id/voice', {
  summary: 'Calls, newest first',
  query: withDaysInOrder(pageQuery.extend(callFilters)),
  row: voiceCall,
});

export const exportCalls = endpoint('exportCalls', 'GET /api/users/:id/voice.csv', {
  summary: 'The calls that the filters show, as CSV',
  query: withDaysInOrder(z.object(callFilters)),
  produces: ['text/csv'],
});

export const getCallQuote = endpoint('getCallQuote', 'GET /api/users/:id/voice/quote', {
  summary: 'What a call costs, and how long one the balance and the spend limits allow',
  query: z.object({
    /** If given, the limit of its country counts too. */
    destination: z.string().max(32).optional(),
    /** The number to which it is forwarded; counts only beside a destination. */
    forwardTo: z.string().max(32).optional(),
  }),
  response: callQuote,
  errors: ['destination_closed', 'destination_not_sold'],
});

export const getCall = endpoint('getCall', 'GET /api/users/:id/voice/:callId', {
  summary: 'One call',
  response: voiceCall,
});

export const callTrace = z.object({
  /** In their order, at most 300. Credentials and keys of sound are left out of them. */
  messages: z.array(
    z.object({
      id: z.number().int(),
      at: isoTime,
      /** The sender: the customer's telephone system, or the SIP edge. */
      from: z.enum(['telephone', 'edge']),
      /** A SIP request or answer, as it was on the wire. */
      text: z.string(),
    }),
  ),
});
export type CallTrace = z.infer<typeof callTrace>;

/** Only where its trunk was traced (`traceMinutes` of the package), and for a day. */
export const getCallTrace = endpoint('getCallTrace', 'GET /api/users/:id/voice/:callId/trace', {
  summary: 'The SIP messages between the telephone system and us in a call',
  response: callTrace,
});

export const hangUpCall = endpoint('hangUpCall', 'POST /api/users/:id/voice/:callId/hang-up', {
  summary: 'Hang up a call that is under way',
  response: voiceCall,
  idempotent: true,
  errors: ['not_allowed_now'],
});

export const RECORDING_TYPES = ['audio/mpeg', 'audio/wav'] as const;

/** Supports the `Range` header, so that a player can jump. */
export const getRecording = endpoint('getRecording', 'GET /api/users/:id/voice/:callId/recordings/:recordingId', {
  duties: [],
  summary: 'The sound of a recording, for the caller alone',
  query: z.object({ download: z.enum(['1', 'true']).optional() }),
  produces: RECORDING_TYPES,
  errors: ['not_allowed_now'],
});

export const deleteRecording = endpoint(
  'deleteRecording',
  'DELETE /api/users/:id/voice/:callId/recordings/:recordingId',
  { access: 'owner', summary: 'Delete a recording, here and at its carrier' },
);

const provider = z.string().max(60);
const callbackErrors = ['not_found', 'bad_signature', 'malformed_request', 'payload_too_large'] as const;

/** The address for carriers' reports. Body and signature have the carrier's own form. */
export const callCallback = endpoint('callCallback', 'POST /api/callbacks/:provider/voice', {
  largestBody: CALLBACK_BYTES,
  access: 'public',
  tag: 'Providers',
  summary: "A carrier's news of a call, with the carrier's own signature",
  params: z.object({ provider }),
  errors: [...callbackErrors, 'provider_failed'],
});

/**
 * The instructions for a carrier's call, in the carrier's own form. We sign the address, the carrier signs the request.
 */
export const callInstructions = endpoint(
  'callInstructions',
  'POST /api/callbacks/:provider/voice/:callId/instructions',
  {
    largestBody: CALLBACK_BYTES,
    access: 'public',
    tag: 'Providers',
    summary: 'What a carrier does with a call that was answered, in its own form',
    params: z.object({ provider, callId: uuid }),
    query: z.object({
      moment: z.enum(['answered', 'digit', 'unconnected', 'done']),
      /** A call to a number names the step of its plan. */
      step: z.coerce.number().int().min(0).optional(),
      signature: z.string(),
    }),
    produces: ['text/xml', 'application/json'],
    errors: callbackErrors,
  },
);
