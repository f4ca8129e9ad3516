import { z } from 'zod';
import { RATED_SERVICES } from '../../db/enums.ts';
import { endpointsFor, type ResponseOf } from '../platform/kit/endpoint.ts';
import { isoTime, line, namedObject } from '../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Providers');

/** The largest report that a carrier may send, in bytes. Usual reports have a few kB. */
export const CALLBACK_BYTES = 256 * 1024;

/** How many hours the history of a carrier covers, and how many minutes one of its slices has. */
export const HISTORY = { hours: 24, sliceMinutes: 15 } as const;

export const carrierStatus = namedObject('ProviderStatus', {
  activeProvider: z.string(),
  providers: z.array(z.string()),
  health: z.record(z.string(), z.boolean()),
});
export type CarrierStatus = z.infer<typeof carrierStatus>;

export const getCarriers = endpoint('getProviders', 'GET /api/telecom/providers', {
  access: 'signed-in',
  summary: 'The active carrier, all carriers, and their health',
  response: carrierStatus,
});

/** A quarter of an hour in a carrier's history. */
const healthSlice = z.object({
  at: isoTime,
  /** How often it was probed, and how often it was healthy. */
  probes: z.number().int(),
  healthy: z.number().int(),
  /** The average time of its answers. */
  latencyMs: z.number().int(),
  /**
   * Messages and calls that ended with this carrier, and how many of them failed; retries count once. Null for callers
   * who are no administrators: they are everybody's.
   */
  sends: z.number().int().nullable(),
  failures: z.number().int().nullable(),
});

export const carrierHealthHistory = z.object({
  provider: z.string(),
  healthy: z.boolean(),
  /** The fault; only for administrators, otherwise null. */
  detail: z.string().nullable(),
  checkedAt: isoTime.nullable(),
  /** Our own credit there, in its own currency; null if it does not say, and for callers who are no administrators. */
  balance: z
    .object({
      amount: z.string(),
      currency: z.string(),
      /** It is below the level in the settings. */
      isLow: z.boolean(),
      saidAt: isoTime,
    })
    .nullable(),
  /**
   * Its SIP route, as the edges found it in the last minute; null without a route or an edge that has asked, and for
   * callers who are no administrators.
   */
  sip: z
    .object({
      healthy: z.boolean(),
      /** The edges are registered there; null where they do not register. */
      registered: z.boolean().nullable(),
    })
    .nullable(),
  /** Oldest first; times without a probe are left out. */
  slices: z.array(healthSlice),
});
export type CarrierHealthHistory = z.infer<typeof carrierHealthHistory>;

export const getCarrierHealth = endpoint('getProviderHealth', 'GET /api/telecom/providers/health', {
  access: 'signed-in',
  duties: ['carriers', 'reader'],
  summary: `How each carrier was in the last ${HISTORY.hours} hours, by slices of ${HISTORY.sliceMinutes} minutes`,
  response: z.array(carrierHealthHistory),
});

export const switchCarrier = endpoint('switchProvider', 'POST /api/telecom/providers/:provider', {
  access: 'admin',
  duties: ['carriers'],
  summary: 'Make another healthy carrier the active one',
  params: z.object({ provider: z.string().max(60) }),
  response: carrierStatus,
  idempotent: true,
  errors: ['not_found', 'provider_unhealthy', 'provider_active'],
});

export const unmatchedReports = z.object({
  provider: z.string(),
  /** The last week. */
  reports: z.number().int(),
  newestAt: isoTime,
  /** The newest ids as the carrier wrote them, at most three. */
  ids: z.array(z.string()),
  /** The setting that says how this carrier writes ids; null if there is none. */
  setting: z.string().nullable(),
});
export type UnmatchedReports = z.infer<typeof unmatchedReports>;

export const unreadReports = z.object({
  provider: z.string(),
  /** The last week, at most 1,000. */
  reports: z.number().int(),
  /** The newest, at most ten, as they came: at most 500 characters of each. */
  newest: z.array(z.object({ id: z.uuid(), text: z.string(), at: isoTime })),
});
export type UnreadReports = z.infer<typeof unreadReports>;

export const listUnreadReports = endpoint('listUnreadReports', 'GET /api/admin/unread-reports', {
  duties: ['carriers'],
  summary: 'Delivery reports of the last week that were not understood, by carrier',
  response: z.array(unreadReports),
});

export const listUnmatchedReports = endpoint('listUnmatchedReports', 'GET /api/admin/unmatched-reports', {
  duties: ['carriers'],
  summary: 'Delivery reports that found no message, by carrier',
  response: z.array(unmatchedReports),
});

/** How many destinations of a carrier are shown for each service: those that it reaches least. */
export const WORST_DESTINATIONS = 20;

export const destinationHealth = z.object({
  provider: z.string(),
  service: z.enum(RATED_SERVICES),
  /**
   * The beginning of the numbers, without a plus: from the carrier's price list, otherwise the calling code.
   */
  prefix: z.string(),
  /**
   * How many of the newest messages or calls count, and the share of them that was delivered or answered, from 0 to 1.
   */
  seen: z.number().int(),
  share: z.number(),
});
export type DestinationHealth = z.infer<typeof destinationHealth>;

export const listDestinationHealth = endpoint('listDestinationHealth', 'GET /api/admin/destination-health', {
  duties: ['carriers'],
  summary: 'The destinations that each carrier reaches least, of the last 1,000 messages and calls to each',
  response: z.array(destinationHealth),
});

const DAYS_OF_QUALITY = 92;
const qualityQuery = z.object({
  service: z.enum(RATED_SERVICES).default('voice'),
  days: z.coerce.number().int().min(1).max(DAYS_OF_QUALITY).default(30),
  /** Only what this carrier was given. */
  carrier: line(100).optional(),
});

const measured = {
  tries: z.number().int(),
  /** Delivered, or answered. */
  reached: z.number().int(),
  /** From 0 to 1: of calls the answer-seizure ratio (ASR). */
  share: z.number(),
  /** Of answered calls, on average: how long they lasted (ACD), and how long it took until they were answered. */
  seconds: z.number().nullable(),
  waited: z.number().nullable(),
  /** Of calls that rang, the seconds until they did, on average: the post-dial delay (PDD). */
  ring: z.number().nullable(),
};

export const getQuality = endpoint('getQuality', 'GET /api/admin/quality', {
  duties: ['carriers'],
  summary: 'How carriers reach destinations, by day and by carrier and destination',
  query: qualityQuery,
  response: z.object({
    /** Every day of the period, the oldest first. */
    days: z.array(z.object({ day: z.string(), ...measured })),
    /** The routes with most messages or calls: 200 at most. */
    routes: z.array(z.object({ carrier: z.string(), prefix: z.string(), ...measured })),
    carriers: z.array(z.string()),
  }),
});
export type Quality = ResponseOf<typeof getQuality>;

export const exportQuality = endpoint('exportQuality', 'GET /api/admin/quality.csv', {
  duties: ['carriers'],
  summary: 'The same as CSV: each day, carrier and destination',
  query: qualityQuery,
  produces: ['text/csv'],
});

/** The address for carriers' reports. Body and signature have the carrier's own form. */
export const carrierCallback = endpoint('carrierCallback', 'POST /api/callbacks/:provider', {
  largestBody: CALLBACK_BYTES,
  access: 'public',
  summary: "A carrier's delivery report, with the carrier's own signature",
  params: z.object({ provider: z.string().max(60) }),
  errors: ['not_found', 'bad_signature', 'malformed_request', 'payload_too_large'],
});
