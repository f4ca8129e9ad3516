import { z } from 'zod';
import { DECK_KINDS, PART_COUNTINGS, RATED_SERVICES, ROUTE_ORDERS } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, line, uuid } from '../../platform/kit/schemas.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { rateLine, ratesQuery } from '../pricing/line-contract.ts';
import { deckChanges, useChanges } from './changes-contract.ts';
import { rateSwitch, rateUse } from './use-contract.ts';

const { endpoint } = endpointsFor('Administration');

/** The largest file: 200,000 rows with long names. */
export const MAX_DECK_BYTES = 15 * 1024 * 1024;
export const MAX_DECK_ROWS = 300_000;
/** If somebody buys by a deck, a higher price must be announced at least this many hours before it holds. */
export const ANNOUNCED_HOURS = 24;

/** Messages and calls of the last so many days count as used lately. */
export const USED_DAYS = 30;
/** Only who used a service in so many days gets a letter when its prices rise; everybody finds them under Rates. */
export const TOLD_DAYS = 90;

const service = z.enum(RATED_SERVICES);
const percent = z
  .number({ error: faultText('percentWhole') })
  .int(faultText('percentWhole'))
  .min(1, faultText('percentLeast', { limit: 1 }))
  .max(100, faultText('percentMost', { limit: 100 }));

const deckImport = z.object({
  id: uuid,
  fileName: z.string(),
  importedAt: isoTime,
  /** When its rows begin to hold. */
  validFrom: isoTime,
  added: z.number().int(),
  changed: z.number().int(),
  ended: z.number().int(),
  /** Destinations that it takes from sale, because no carrier's costs are covered then, and those used in 30 days. */
  closed: z.number().int(),
  closedUsed: z.number().int(),
});

export const rateDeck = z.object({
  id: uuid,
  name: z.string(),
  kind: z.enum(DECK_KINDS),
  service,
  carrier: z.string().nullable(),
  counting: z.enum(PART_COUNTINGS),
  /** ISO 4217. */
  currency: z.string(),
  /** For lists that we sell by: the list may be sold even if every carrier asks more. */
  belowCost: z.boolean(),
  /** For lists that we sell by: resellers see it, and may let their customers pay by it. */
  offered: z.boolean(),
  /** Somebody buys by it, or is going to: it cannot be deleted. */
  used: z.boolean(),
  /** The resellers in whose price lists it is set or announced, each with the number of those lists. */
  usedBy: z.array(z.object({ resellerId: uuid, email: z.string(), lists: z.number().int() })),
  /** The prefixes that hold now. */
  rows: z.number().int(),
  createdAt: isoTime,
  /** The last import, which can be undone; null if there is none. */
  lastImport: deckImport.nullable(),
});
export type RateDeck = z.infer<typeof rateDeck>;

const file = [
  'text/csv',
  'text/plain',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;
/** The meaning of the file's headings, as JSON `{heading: column}`, beside the meanings stored for the list. */
const columnsText = z.string().max(20_000).optional();
const fileErrors = ['not_found', 'not_allowed_now', 'payload_too_large', 'malformed_request'] as const;

export const listRateDecks = endpoint('listRateDecks', 'GET /api/admin/rate-decks', {
  duties: ['carriers'],
  summary: 'Price lists by destination, and which of them are sold by',
  /** The service that may be sold by something else, and by what; without a list by the flat prices. */
  query: z.object({
    instead: service.optional(),
    deckId: uuid.optional(),
    resellerDeckId: uuid.optional(),
    resellerPercent: z.coerce.number().pipe(percent).default(100),
  }),
  response: z.object({
    decks: z.array(rateDeck),
    uses: z.array(rateUse),
    /** The announced changes; at most one of a service. */
    announced: z.array(rateSwitch),
    changes: useChanges.nullable(),
    /** How the carriers of a destination are ordered, where their price lists are known. */
    routing: z.object({ sms: z.enum(ROUTE_ORDERS), voice: z.enum(ROUTE_ORDERS) }),
  }),
  errors: ['not_found', 'not_allowed_now'],
});

export const setRouteOrder = endpoint('setRouteOrder', 'PUT /api/admin/route-orders/:service', {
  duties: ['carriers'],
  summary: 'Choose how the carriers of a destination are put in order: as preferred, cheapest or best delivered first',
  params: z.object({ service }),
  body: z.object({ by: z.enum(ROUTE_ORDERS) }),
  response: z.object({ by: z.enum(ROUTE_ORDERS) }),
  errors: ['approval_needed'],
});

export const setBelowCost = endpoint('setBelowCost', 'PUT /api/admin/rate-decks/:deckId/below-cost', {
  duties: ['carriers'],
  summary: 'Let a price list be sold where every carrier asks more, or not any more',
  body: z.object({ belowCost: z.boolean() }),
  response: rateDeck,
  errors: ['not_allowed_now', 'approval_needed'],
});

export const offerRateDeck = endpoint('offerRateDeck', 'PUT /api/admin/rate-decks/:deckId/offered', {
  duties: ['carriers'],
  summary: 'Let resellers see a price list and choose it for their customers, or not any more',
  body: z.object({ offered: z.boolean() }),
  response: rateDeck,
  errors: ['not_allowed_now'],
});

export const createRateDeck = endpoint('createRateDeck', 'POST /api/admin/rate-decks', {
  duties: ['carriers'],
  summary: 'Begin a price list: what we sell at, or what a carrier asks',
  body: z
    .object({
      name: line(80).min(1, faultText('nameMissing')),
      kind: z.enum(DECK_KINDS),
      service,
      carrier: line(40).nullish(),
      counting: z.enum(PART_COUNTINGS).default('160/160'),
      /** A carrier's costs are in this currency, ISO 4217. */
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .default('GBP'),
    })
    .refine(({ kind, currency }) => kind === 'cost' || currency === 'GBP', {
      path: ['currency'],
      error: faultText('listPounds'),
    })
    .refine(({ kind, carrier }) => (kind === 'cost') === Boolean(carrier), {
      path: ['carrier'],
      error: faultText('listCarrier'),
    }),
  status: 201,
  response: rateDeck,
  errors: ['not_allowed_now'],
});

export const deleteRateDeck = endpoint('deleteRateDeck', 'DELETE /api/admin/rate-decks/:deckId', {
  duties: ['carriers'],
  summary: 'Delete a price list that nobody buys by, with its prices and imports',
  errors: ['not_allowed_now', 'approval_needed'],
});

export const previewRateDeletion = endpoint('previewRateDeletion', 'GET /api/admin/rate-decks/:deckId/deletion', {
  duties: ['carriers'],
  summary: 'What deleting a price list would take from sale',
  response: z.object({
    /** Destinations that no carrier would have a price for that ours covers, of so many that are sold. */
    closed: z.number().int(),
    sold: z.number().int(),
    /** How many of them customers used in the last 30 days. */
    closedUsed: z.number().int(),
  }),
});

export const previewRateImport = endpoint('previewRateImport', 'POST /api/admin/rate-decks/:deckId/preview', {
  duties: ['carriers'],
  summary: 'What a CSV or XLSX file would change in a price list',
  query: z.object({ columns: columnsText }),
  accepts: file,
  response: deckChanges,
  errors: fileErrors,
});

export const importRates = endpoint('importRates', 'POST /api/admin/rate-decks/:deckId/imports', {
  duties: ['carriers'],
  summary: 'Replace the rows of a price list by those of a CSV or XLSX file, all or none',
  query: z.object({
    fileName: line(200).min(1, 'File name is required'),
    /** If absent, at once. */
    validFrom: isoTime.optional(),
    columns: columnsText,
  }),
  accepts: file,
  status: 201,
  response: deckChanges,
  errors: [...fileErrors, 'approval_needed'],
});

export const undoRateImport = endpoint('undoRateImport', 'POST /api/admin/rate-decks/:deckId/undo', {
  duties: ['carriers'],
  summary: 'Take the last file of a price list back',
  body: z.object({ importId: uuid }),
  response: rateDeck,
  errors: ['not_allowed_now', 'approval_needed'],
});

export const listRateRows = endpoint('listRateRows', 'GET /api/admin/rate-decks/:deckId/rows', {
  duties: ['carriers'],
  summary: 'The first rows of a price list that match a search, with the next price where a file waits',
  query: ratesQuery,
  response: z.object({ lines: z.array(rateLine) }),
});

export const exportRateDeck = endpoint('exportRateDeck', 'GET /api/admin/rate-decks/:deckId/rows.csv', {
  duties: ['carriers'],
  summary: 'The rows of a price list that hold, as CSV that can be imported again',
  produces: ['text/csv'],
});

export const useRateDeck = endpoint('useRateDeck', 'PUT /api/admin/rate-uses/:service', {
  duties: ['carriers'],
  summary: 'Sell a service by a price list, or by the flat prices again; a day later if somebody pays more',
  params: z.object({ service }),
  body: z.object({
    deckId: uuid.nullable(),
    resellerDeckId: uuid.nullish(),
    resellerPercent: percent.default(100),
  }),
  response: z.object({
    /** The use that holds now. */
    use: rateUse.nullable(),
    /** The use that is announced instead, because somebody is going to pay more. */
    announced: rateSwitch.nullable(),
  }),
  errors: ['not_found', 'not_allowed_now', 'approval_needed'],
});

export const cancelRateSwitch = endpoint('cancelRateSwitch', 'DELETE /api/admin/rate-uses/:service/announced', {
  duties: ['carriers'],
  summary: 'Take an announced change of what a service is sold by back',
  params: z.object({ service }),
  errors: ['not_allowed_now'],
});
