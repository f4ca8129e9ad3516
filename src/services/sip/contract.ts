import { z } from 'zod';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { line, uuid } from '../../platform/kit/schemas.ts';
import { sipDigest } from '../trunks/contract.ts';

/** What a SIP message names itself by. */
const token = line(255).min(1, 'Must not be empty');

/** One way to the destination: what the edge dials next. */
export const sipHop = z.object({
  carrier: z.string(),
  /** `sip:+447911123456@sip.example.com:5060;transport=tcp`. */
  uri: z.string(),
  /** What the carrier knows us by; empty where our address is enough. */
  user: z.string(),
  secret: z.string(),
});

/**
 * For the SIP edge, with SIP_PROXY_TOKEN as bearer: may this INVITE go out, for how long, and where to? With
 * the answer the call exists and its credit is set aside; the edge reports what becomes of it.
 */
export const authorizeSipCall = endpoint({
  name: 'authorizeSipCall',
  method: 'POST',
  path: '/api/sip/calls',
  access: 'public',
  tag: 'SIP trunk',
  summary: 'Let a call of a trunk go out',
  body: z.object({
    digest: sipDigest,
    /** The user part of the request's URI. */
    destination: line(64),
    /** The number that the telephone system gives as its own; empty for none. */
    callerId: line(128).default(''),
    callId: token,
    fromTag: token,
    cseq: z.coerce.number().int().min(0).max(4_294_967_295),
    /** Address and port that it came from. */
    source: line(64),
    /** Where this edge answers JSON-RPC. */
    edge: z.url({ protocol: /^https?$/ }).max(255),
  }),
  status: 201,
  response: z.object({
    id: uuid,
    /** It is cut after so many, counted from the answer. */
    seconds: z.number().int(),
    /** E.164, or `anonymous` where the account has no number to show. */
    callerId: z.string(),
    /** By their order, from "1" on. */
    routes: z.record(z.string(), sipHop),
  }),
  errors: [
    'not_signed_in',
    'not_found',
    'bad_signature',
    'account_suspended',
    'forbidden',
    'unavailable',
    'destination_closed',
    'destination_not_sold',
    'too_many_calls',
    'insufficient_credits',
    'spend_limit_reached',
    'already_processed',
  ],
});
