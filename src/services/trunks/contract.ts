import { z } from 'zod';
import { endpoint } from '../../platform/kit/endpoint.ts';
import { pagedList } from '../../platform/kit/paged-list.ts';
import { isoTime, line, money2, pageQuery, userParams, uuid } from '../../platform/kit/schemas.ts';
import { TRUNK_PLAN_IDS } from '../../../db/enums.ts';

export const packageType = z.enum(TRUNK_PLAN_IDS, { error: 'Choose basic, professional or enterprise' });

/** `pending`: its order waits for payment. `active`: paid and not expired. */
export const trunkState = z.enum(['pending', 'active', 'expired']);

export const voicePackage = z.object({
  id: uuid,
  userId: uuid,
  packageType,
  packageName: z.string(),
  /** Pounds for a year. */
  price: money2,
  features: z.array(z.string()),
  /** A month. */
  callMinutesIncluded: z.number().int(),
  ivrEnabled: z.boolean(),
  pbxFeaturesEnabled: z.boolean(),
  conferenceCallsEnabled: z.boolean(),
  voicemailEnabled: z.boolean(),
  callForwardingEnabled: z.boolean(),
  /** Of a pending package: when it was ordered. */
  purchasedAt: isoTime,
  expiresAt: isoTime,
  /** Whether its order has been settled. */
  isActive: z.boolean(),
  state: trunkState,
  /** Its order, or upgrade order, that waits for payment; else null. */
  transactionId: uuid.nullable(),
  /** Minutes used or set aside by running calls in its present month. */
  minutesUsed: z.number().int(),
  minutesLeft: z.number().int(),
  /** When the minutes are all there again. */
  minutesResetAt: isoTime,
  /** The higher plans and what the rest of the year costs more with them, today. */
  upgrades: z.array(z.object({ packageType, price: money2 })),
  /** What a trunk registers with; null until credentials are made. */
  sip: z.object({ realm: z.string(), username: z.string(), rotatedAt: isoTime }).nullable(),
});
export type VoicePackage = z.infer<typeof voicePackage>;

const trunkParams = userParams.extend({ packageId: uuid });
const tag = 'SIP trunk';

export const listVoicePackages = pagedList({
  name: 'listVoicePackages',
  path: '/api/users/:id/voice-packages',
  access: 'owner',
  tag,
  summary: 'SIP trunk packages, newest first',
  params: userParams,
  query: pageQuery,
  row: voicePackage,
  errors: ['not_found'],
});

/**
 * Price, features, minutes, functions, expiry and `isActive` may stand in the payload; the plan's are
 * taken. The same plan ordered again before it is paid is the same order.
 */
export const createVoicePackage = endpoint({
  name: 'createVoicePackage',
  method: 'POST',
  path: '/api/users/:id/voice-packages',
  access: 'owner',
  tag,
  summary: 'Order a SIP trunk package',
  params: userParams,
  body: z.object({ packageType }),
  status: 201,
  response: voicePackage,
  idempotent: true,
  errors: ['not_found', 'already_subscribed'],
});

/** Places an order for the difference between the plans, for the days that are left. */
export const upgradeVoicePackage = endpoint({
  name: 'upgradeVoicePackage',
  method: 'POST',
  path: '/api/users/:id/voice-packages/:packageId/upgrade',
  access: 'owner',
  tag,
  summary: 'Order the upgrade of a package to a higher plan',
  params: trunkParams,
  body: z.object({ packageType }),
  status: 201,
  response: voicePackage,
  idempotent: true,
  errors: ['not_found', 'not_allowed_now', 'already_subscribed'],
});

/** The secret is shown this once; the one before it stops working. */
export const rotateSipCredentials = endpoint({
  name: 'rotateSipCredentials',
  method: 'POST',
  path: '/api/users/:id/voice-packages/:packageId/credentials',
  access: 'owner-session',
  tag,
  summary: 'Make or replace the SIP credentials of an active package',
  params: trunkParams,
  status: 201,
  response: z.object({ realm: z.string(), username: z.string(), secret: z.string() }),
  errors: ['not_found', 'not_allowed_now'],
});

/** A value of a SIP Authorization header. */
const headerValue = (max: number) => line(max).min(1, 'Must not be empty');

/** The digest of a SIP request, as its Authorization header has it. */
export const sipDigest = z
  .object({
    username: headerValue(80),
    realm: headerValue(255),
    nonce: headerValue(255),
    /** The request's URI as it stands in the header. */
    uri: headerValue(500),
    /** The SIP method, e.g. `REGISTER`. */
    method: z.string().regex(/^[A-Z]{2,20}$/, 'Not a SIP method'),
    response: z.string().regex(/^[0-9a-f]{32}([0-9a-f]{32})?$/, 'Not a digest'),
    algorithm: z.enum(['MD5', 'SHA-256']).default('MD5'),
    qop: z.literal('auth').optional(),
    nc: z
      .string()
      .regex(/^[0-9a-f]{8}$/, 'Not a nonce count')
      .optional(),
    cnonce: headerValue(255).optional(),
  })
  .refine(({ qop, nc, cnonce }) => !qop || (nc !== undefined && cnonce !== undefined), {
    error: 'With qop there must be nc and cnonce',
    path: ['qop'],
  });
export type SipDigest = z.infer<typeof sipDigest>;

/**
 * For the SIP proxy, with SIP_PROXY_TOKEN as bearer: whether a digest (RFC 7616, and RFC 2617's without
 * `qop`) was made with the secret of an active package. Nonces are the proxy's to make and to expire.
 */
export const authenticateSip = endpoint({
  name: 'authenticateSip',
  method: 'POST',
  path: '/api/sip/authenticate',
  access: 'public',
  tag,
  summary: 'Check the digest of a SIP request',
  body: sipDigest,
  status: 200,
  response: z.object({
    userId: uuid,
    packageId: uuid,
    packageType,
    expiresAt: isoTime,
    minutesLeft: z.number().int(),
    /** Calls that it may have under way at a time. */
    channels: z.number().int(),
  }),
  errors: ['not_signed_in', 'not_found', 'bad_signature', 'account_suspended', 'forbidden'],
});
