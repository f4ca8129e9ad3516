import { z } from 'zod';
import { TRUNK_RINGS } from '../../../../db/enums.ts';
import { endpointsFor } from '../../../platform/kit/endpoint.ts';
import { line, uuid } from '../../../platform/kit/schemas.ts';
import { edgeCaller } from '../../trunks/contract.ts';
import { edgeSound, sipDialog, sipHop } from '../contract.ts';

const { endpoint } = endpointsFor('SIP trunk');

/**
 * The edge's act with a call to a number: it rings a trunk, calls another number, leads it to its answering
 * machine, or refuses it.
 */
export const INCOMING_ACTIONS = ['ring', 'dial', 'answer', 'refuse'] as const;

/**
 * For the SIP edge, with SIP_PROXY_TOKEN as bearer: what happens with a call that came from a carrier's address. Asked
 * again with `after`, it says what happens once that step has connected nobody.
 */
export const receiveSipCall = endpoint('receiveSipCall', 'POST /api/sip/incoming-calls', {
  access: 'edge',
  summary: 'Take a call to a number',
  query: edgeCaller,
  body: sipDialog.extend({
    /** The carrier from whose address it came; empty where it is the edge's own answering machine, or stays inside. */
    carrier: line(60),
    /** The number that is called, with or without its plus; or the address that somebody was told to call by. */
    called: line(100),
    /** For a call that stays inside: our id of the call or leg that leads to the number; empty for any other. */
    placed: z.union([uuid, z.literal('')]).default(''),
    /** The caller's number as the carrier sends it; empty for none. */
    caller: line(128).default(''),
    /** The step that is over; null if none has begun. */
    after: z.number().int().min(0).max(100).nullable().default(null),
    /** True if this edge has an answering machine. */
    answers: z.boolean().default(false),
    /** How often it was forwarded before it came here. */
    forwarded: z.number().int().min(0).default(0),
  }),
  response: z.object({
    id: uuid,
    /** Its place in the number's plan, from 0. */
    step: z.number().int(),
    action: z.enum(INCOMING_ACTIONS),
    /** Whose telephones ring; empty if none do. */
    username: z.string(),
    /** Where it is reached instead, in the order to try, like `198.41.0.4:5060`, with spaces between; empty: as registered. */
    targets: z.string(),
    ...edgeSound,
    /** How they ring. */
    ring: z.enum(TRUNK_RINGS),
    /** Our id of the call to another number; empty without one. */
    leg: z.string(),
    /** The number that is shown to whoever is called. */
    callerId: z.string(),
    /** The number that was called. */
    called: z.string(),
    ringSeconds: z.number().int(),
    /** The call is cut after this many seconds, counted from the answer. */
    seconds: z.number().int(),
    /** The other number where it is one of ours: the edge then asks what happens with the call there. Otherwise empty. */
    inside: z.string(),
    /** The routes to another number by their order, from "1" on. */
    routes: z.record(z.string(), sipHop),
  }),
  errors: ['not_found', 'already_processed'],
});
