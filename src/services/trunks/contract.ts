import { z } from 'zod';
import { faultText } from '../../platform/kit/faults.ts';
import { parseHostName } from '../../platform/kit/host-name.ts';
import { openEnded } from '../../platform/kit/open-ended.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, line, money2, pageQuery, uuid } from '../../platform/kit/schemas.ts';
import { DIGEST_ALGORITHMS, TRUNK_CODECS, TRUNK_PLAN_IDS } from '../../../db/enums.ts';

const { endpoint, pagedList } = endpointsFor('SIP trunk');

export const packageType = z.enum(TRUNK_PLAN_IDS, { error: 'Choose basic, professional or enterprise' });

const codec = z.enum(TRUNK_CODECS);
const digestAlgorithm = z.enum(DIGEST_ALGORITHMS, { error: 'Choose MD5 or SHA-256' });

/** `pending`: its order waits for payment. `active`: paid and not expired. */
export const trunkState = z.enum(['pending', 'active', 'expired']);

export const trunk = z.object({
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
  /** For a pending package: when it was ordered. */
  purchasedAt: isoTime,
  expiresAt: isoTime,
  /** Its order has been settled. */
  isActive: z.boolean(),
  state: trunkState,
  /** Its order, or upgrade order, that waits for payment; otherwise null. */
  transactionId: uuid.nullable(),
  /** Minutes of the present month that are used, or set aside by running calls. */
  minutesUsed: z.number().int(),
  minutesLeft: z.number().int(),
  /** When all minutes are available again. */
  minutesResetAt: isoTime,
  /** The higher plans, and what each costs more today for the rest of the year. */
  upgrades: z.array(z.object({ packageType, price: money2 })),
  /** The credentials with which a trunk registers; null until they are made. */
  sip: z.object({ realm: z.string(), username: z.string(), rotatedAt: isoTime, digestAlgorithm }).nullable(),
  /** How many calls it begins in a second at most. */
  callsASecond: z.number().int(),
  /** How many its owner may allow: the operator's limit. */
  mostCallsASecond: z.number().int(),
  /** The SIP messages of its calls are kept until then; null where they are not. */
  tracedUntil: isoTime.nullable(),
  /** Where its calls in go; empty: to what is registered. */
  callsInTo: z.array(z.string()),
  /** The codecs offered to the called end, in this order; empty: those that the caller offers. Codecs that only one end knows are translated. */
  codecs: z.array(codec),
  /** Its calls are recorded, behind an announcement to both ends. */
  recorded: z.boolean(),
  /** The abilities of this installation: `relayed` is needed to choose codecs, `recorded` to record calls. */
  sound: z.enum(['direct', 'relayed', 'recorded']),
  /** It can be a telephone in the browser (`openTelephone`). */
  telephone: z.boolean(),
  /** From where it calls without registering; null where it does not. */
  addresses: z.object({ networks: z.array(z.string()), prefix: z.string(), overUdp: z.boolean() }).nullable(),
});
export type Trunk = z.infer<typeof trunk>;

/** Nobody keeps a trace running for ever. */
export const MOST_TRACE_MINUTES = 60;

/** Where calls in go: an address, and a second one. */
const MOST_HOSTS = 2;

/** In texts. */
export const HOSTS_IN_WORDS = { name: 'pbx.example.com', address: '198.41.0.4:5060' };

/** Tells whether a text is a name or a public IPv4 address, with a port or without. */
function isHost(text: string): boolean {
  const [host = '', port] = text.split(':');
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536)) return false;
  return (z.ipv4().safeParse(host).success || parseHostName(host) !== null) && text.split(':').length <= 2;
}

export const listTrunks = pagedList('listVoicePackages', '/api/users/:id/voice-packages', {
  summary: 'SIP trunk packages, newest first',
  query: pageQuery,
  row: trunk,
});

/**
 * Price, features, minutes, functions, expiry and `isActive` may be in the payload; the plan's values are used. If the
 * same plan is ordered again before it is paid, it is the same order.
 */
export const createTrunk = endpoint('createVoicePackage', 'POST /api/users/:id/voice-packages', {
  summary: 'Order a SIP trunk package',
  body: openEnded(z.object({ packageType }), [
    ...['userId', 'packageName', 'price', 'features', 'callMinutesIncluded', 'ivrEnabled', 'expiresAt', 'isActive'],
    ...['pbxFeaturesEnabled', 'conferenceCallsEnabled', 'voicemailEnabled', 'callForwardingEnabled'],
  ]),
  status: 201,
  response: trunk,
  idempotent: true,
  errors: ['simulated_only', 'already_subscribed'],
});

/** Places an order for the price difference of the plans, for the days that are left. */
export const upgradeTrunk = endpoint('upgradeVoicePackage', 'POST /api/users/:id/voice-packages/:packageId/upgrade', {
  summary: 'Order the upgrade of a package to a higher plan',
  body: z.object({ packageType }),
  status: 201,
  response: trunk,
  idempotent: true,
  errors: ['simulated_only', 'not_allowed_now', 'already_subscribed'],
});

/** The secret is shown only in this answer; the former secret stops working. */
export const rotateSipCredentials = endpoint(
  'rotateSipCredentials',
  'POST /api/users/:id/voice-packages/:packageId/credentials',
  {
    access: 'owner-session',
    summary: 'Make or replace the SIP credentials of an active package',
    status: 201,
    response: z.object({ realm: z.string(), username: z.string(), secret: z.string() }),
    errors: ['not_allowed_now'],
  },
);

/**
 * Credentials for a telephone in the browser, of the session that asks and no longer than that. They call and are rung as the
 * package's own telephones are.
 */
export const openTelephone = endpoint('openTelephone', 'POST /api/users/:id/voice-packages/:packageId/telephone', {
  access: 'owner-session',
  summary: 'Open a telephone in the browser',
  response: z.object({
    /** Where it connects to. */
    url: z.string(),
    realm: z.string(),
    /** The name that it registers; the one that it shows its secret for is longer. */
    username: z.string(),
    digestUsername: z.string(),
    secret: z.string(),
    expiresAt: isoTime,
  }),
  errors: ['not_allowed_now'],
});

/** With SHA-256 its telephone system is asked by that alone; with MD5, which each knows, by MD5. */
export const changeSipCredentials = endpoint(
  'changeSipCredentials',
  'PUT /api/users/:id/voice-packages/:packageId/credentials',
  {
    summary: 'Choose by which algorithm a package shows that it knows its secret',
    body: z.object({ digestAlgorithm }),
    response: trunk,
    errors: ['not_allowed_now'],
  },
);

/**
 * A field that is left out stays. A call too many in a second is refused with 503, and may be tried again a second later. Calls that
 * begin while a package is traced have their SIP messages kept for a day (`getCallTrace`); it begins within ten seconds.
 */
export const updateTrunk = endpoint('updateVoicePackage', 'PUT /api/users/:id/voice-packages/:packageId', {
  summary: 'Change how a package calls',
  body: z.object({
    /** Null: as many as the operator allows. */
    callsASecond: z.number().int().min(1).nullish(),
    /**
     * Names or public IPv4 addresses of its telephone system, with a port or without, for calls in by UDP. The second one is
     * tried where the first one does not answer. A name without a port is looked up as a service (SRV) first.
     */
    callsInTo: z
      .array(z.string().trim().toLowerCase().refine(isHost, faultText('trunkHost', HOSTS_IN_WORDS)))
      .max(MOST_HOSTS, faultText('trunkHost', HOSTS_IN_WORDS))
      .optional(),
    /** Calls that are recorded take PCMA and PCMU of these only. */
    codecs: z
      .array(codec)
      .max(TRUNK_CODECS.length)
      .transform((all) => [...new Set(all)])
      .optional(),
    recorded: z.boolean().optional(),
    /** For how many minutes from now its calls are traced; 0 ends it. */
    traceMinutes: z.number().int().min(0).max(MOST_TRACE_MINUTES).optional(),
  }),
  response: trunk,
  errors: ['not_allowed_now'],
});

/** A value of a SIP Authorization header. */
const headerValue = (max: number) => line(max).min(1, 'Must not be empty');

/** The digest of a SIP request, as in its Authorization header. */
export const sipDigest = z
  .object({
    username: headerValue(80),
    realm: headerValue(255),
    nonce: headerValue(255),
    /** The request's URI as in the header. */
    uri: headerValue(500),
    /** The SIP method, e.g. `REGISTER`. */
    method: z.string().regex(/^[A-Z]{2,20}$/, 'Not a SIP method'),
    response: z.string().regex(/^[0-9a-f]{32}([0-9a-f]{32})?$/, 'Not a digest'),
    algorithm: digestAlgorithm.default('MD5'),
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

/** From where a request came that shows no digest. */
const sipSender = z.object({
  address: z.union([z.ipv4(), z.ipv6()]),
  transport: z.enum(['udp', 'tcp', 'tls', 'ws', 'wss']),
});
export type SipSender = z.infer<typeof sipSender>;

/** The address from which an edge was called, each of which is counted alone. It is asked about before the body is read. */
export const edgeCaller = z.object({ caller: z.string().max(64).optional() });

/** By what an edge knows whose call it is: the digest, or where that is null the sender. */
export const sipIdentity = {
  digest: sipDigest.nullable(),
  sender: sipSender.nullable().default(null),
};

/**
 * For the SIP proxy, with SIP_PROXY_TOKEN as bearer: whether a digest (RFC 7616, or RFC 2617 without `qop`) was made
 * with the secret of an active package. The proxy makes nonces and decides when they expire.
 */
export const authenticateSip = endpoint('authenticateSip', 'POST /api/sip/authenticate', {
  access: 'edge',
  summary: 'Check the digest of a SIP request',
  query: edgeCaller,
  body: sipDigest,
  response: z.object({
    userId: uuid,
    packageId: uuid,
    packageType,
    expiresAt: isoTime,
    minutesLeft: z.number().int(),
    /** The most calls at one time. */
    channels: z.number().int(),
    /** The most calls that begin in a second. */
    callsASecond: z.number().int(),
    /** The codecs offered to the called end, and the language in which both ends are told that they are recorded, empty if they are not. */
    codecs: z.string(),
    announcement: z.string(),
  }),
  errors: ['not_found', 'bad_signature', 'account_suspended', 'forbidden'],
});
