import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { line, uuid } from '../../platform/kit/schemas.ts';
import { edgeCaller, sipIdentity } from '../trunks/contract.ts';

const { endpoint } = endpointsFor('SIP trunk');

/** The fields that identify a SIP message. */
const token = line(255).min(1, 'Must not be empty');

/** The names of a call in SIP, and its edge. */
export const sipDialog = z.object({
  callId: token,
  fromTag: token,
  cseq: z.coerce.number().int().min(0).max(4_294_967_295),
  /** The branch of its topmost Via: another one is another request, even with the same names. */
  branch: token,
  /** The address and port from which it came. */
  source: line(64),
  /** The address at which this edge answers JSON-RPC. */
  edge: z.url({ protocol: /^https?$/ }).max(255),
});
export type SipDialog = z.infer<typeof sipDialog>;

/** The edge's handling of the sound of a call. */
export const edgeSound = {
  /** The codecs offered to the called end, with spaces between; empty: those that the caller offers. */
  codecs: z.string(),
  /** The language in which both ends are told that the call is recorded; empty: it is not. */
  announcement: z.string(),
};

/** One route to the destination: the edge tries these one after the other. */
export const sipHop = z.object({
  carrier: z.string(),
  /** `sip:+447911123456@sip.example.com:5060;transport=tcp`. */
  uri: z.string(),
  /** The identity that the carrier expects; empty if our address is enough. */
  user: z.string(),
  secret: z.string(),
});

/**
 * For the SIP edge, with SIP_PROXY_TOKEN as bearer: may this INVITE go out, for how long, and to where? With the
 * answer the call is stored and its credit is set aside; the edge reports what happens to it.
 */
export const authorizeSipCall = endpoint('authorizeSipCall', 'POST /api/sip/calls', {
  access: 'edge',
  summary: 'Let a call of a trunk go out',
  query: edgeCaller,
  body: sipDialog.extend({
    ...sipIdentity,
    /** The user part of the request's URI. */
    destination: line(64),
    /** The caller's number as the telephone system sends it; empty for none. */
    callerId: line(128).default(''),
  }),
  status: 201,
  response: z.object({
    id: uuid,
    /** The call is cut after this many seconds, counted from the answer. */
    seconds: z.number().int(),
    /** E.164, or `anonymous` where the account has no number to show. */
    callerId: z.string(),
    /** The number, in E.164, where it is one of ours: the edge then asks what happens with the call there. Otherwise empty. */
    inside: z.string(),
    ...edgeSound,
    /** The routes by their order, from "1" on; none for a call that stays inside. */
    routes: z.record(z.string(), sipHop),
  }),
  errors: [
    'not_found',
    'bad_signature',
    'account_suspended',
    'forbidden',
    'unavailable',
    'destination_closed',
    'destination_not_sold',
    'too_many_calls',
    'rate_limited',
    'insufficient_credits',
    'spend_limit_reached',
    'already_processed',
  ],
});
