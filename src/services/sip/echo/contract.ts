import { z } from 'zod';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { isoTime, line, uuid } from '../../../platform/kit/schemas.ts';
import { edgeCaller, sipIdentity } from '../../trunks/contract.ts';
import { sipDialog } from '../contract.ts';

const { endpoint } = endpointsFor('SIP trunk');

/** The number of the echo, as Asterisk and FreePBX have it. The edge takes the word `echo` as well. */
export const ECHO_NUMBER = '*43';

/**
 * For the SIP edge, with SIP_PROXY_TOKEN as bearer: may this INVITE reach the echo, and for how long? Such a call goes
 * to no carrier, and takes no money, no minutes and no channel.
 */
export const authorizeEchoCall = endpoint('authorizeEchoCall', 'POST /api/sip/echo-calls', {
  access: 'edge',
  summary: 'Let a trunk call the echo',
  query: edgeCaller,
  body: sipDialog.extend({
    ...sipIdentity,
    /** The user part of the request's URI: before it may stand the digits by which a trunk is known. */
    destination: line(64).default(''),
  }),
  status: 201,
  response: z.object({
    id: uuid,
    /** The call is cut after this many seconds, counted from the answer. */
    seconds: z.number().int(),
  }),
  errors: ['not_found', 'bad_signature', 'account_suspended', 'forbidden', 'too_many_calls', 'rate_limited'],
});

/** How far a call to the echo came. `lost`: its edge never reported its end. */
export const ECHO_STATES = ['arrived', 'answered', 'ended', 'failed', 'lost'] as const;

export const trunkEcho = z.object({
  state: z.enum(ECHO_STATES),
  /** Address and port that it came from. */
  source: z.string(),
  calledAt: isoTime,
  answeredAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
  /** The final answer of SIP, where the call was not answered. */
  sipStatus: z.number().int().nullable(),
  /** Packets of sound from the telephone system, and back to it; null where the edge cannot count them. */
  heard: z.number().int().nullable(),
  sent: z.number().int().nullable(),
});
export type TrunkEcho = z.infer<typeof trunkEcho>;

export const getTrunkEcho = endpoint('getTrunkEcho', 'GET /api/users/:id/voice-packages/:packageId/echo', {
  summary: 'The newest call of a package to the echo',
  response: z.object({
    /** The number to dial. */
    number: z.string(),
    call: trunkEcho.nullable(),
  }),
});
