import { z } from 'zod';
import { FIGURE_SERVICES, ROUTE_REASONS } from '../../../db/enums.ts';
import { period, withSoundPeriod } from '../../money/statements/contract.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { isoTime, money4, pageQuery, person, uuid } from '../../platform/kit/schemas.ts';

const { endpoint, pagedList } = endpointsFor('Administration');

/** In which ways the business can be split up. */
export const FIGURE_SPLITS = ['carrier', 'country', 'destination', 'reseller', 'customer', 'route'] as const;
export type FigureSplit = (typeof FIGURE_SPLITS)[number];
/** The most rows of a split that are shown, those with the most revenue first; the CSV file has all. */
export const MOST_FIGURE_ROWS = 200;

const service = z.enum(FIGURE_SERVICES);

/** The sales and their cost, in pounds. */
export const measures = z.object({
  /** Recipients and answered calls that are paid for, months of numbers, and packages. */
  units: z.number().int(),
  /** The payments of customers, without the resellers' part. */
  revenue: money4,
  /** The charges of carriers: as they said, otherwise by their price list. */
  cost: money4,
  /** `revenue` less `uncostedRevenue` and `cost`; null where no cost is known. */
  margin: money4.nullable(),
  /** The units whose cost is not known. */
  uncosted: z.number().int(),
  /** The revenue of those units. */
  uncostedRevenue: money4,
  /** For the units where both are known: what carriers said, and what their price lists say. */
  charged: money4,
  listed: money4,
});
export type Measures = z.infer<typeof measures>;

export const figureRow = measures.extend({
  /**
   * A carrier, a calling code, `+` and a prefix of a carrier's price list, an account's id, or carrier and calling code
   * with a space between. Empty for those who buy of us directly, and for an unknown carrier. Where all services are
   * split up by carrier or country, `packages` is the row of SIP and reseller packages and of the minutes they pay for.
   */
  key: z.string(),
  /** The account, where it is split by accounts. */
  person: person.nullable(),
});
export type FigureRow = z.infer<typeof figureRow>;

const asked = { from: period.from, to: period.to, service: service.optional() };

const split = z.enum(FIGURE_SPLITS).default('carrier');
/** Only what belongs to this row of the split; absent: everything. */
const key = z
  .string()
  .max(80, faultText('tooLong', { limit: 80 }))
  .regex(/^[^\p{Cc}]*$/u, faultText('characters'))
  .optional();

export const getFigures = endpoint('getFigures', 'GET /api/admin/figures', {
  duties: ['finance'],
  summary: 'Revenue, cost and margin of all that is sold, by day and split up',
  query: withSoundPeriod(z.object({ ...asked, split, key })),
  response: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    total: measures,
    /** Each day of the period, oldest first. */
    days: z.array(measures.extend({ day: z.iso.date() })),
    rows: z.array(figureRow),
    /** There are more rows than these. */
    hasMore: z.boolean(),
  }),
});
export type Figures = z.infer<NonNullable<typeof getFigures.response>>;
export type DayOfFigures = Figures['days'][number];

export const exportFigures = endpoint('exportFigures', 'GET /api/admin/figures.csv', {
  duties: ['finance'],
  summary: 'The same as CSV: a line for each day, row of the split and service',
  query: withSoundPeriod(z.object({ ...asked, split })),
  produces: ['text/csv'],
});

export const listLosses = endpoint('listLosses', 'GET /api/admin/figures/losses', {
  duties: ['finance'],
  summary: 'Destinations whose providers ask more than they bring in, today and yesterday',
  response: z.array(
    z.object({
      day: z.iso.date(),
      /** `+` and the prefix of a price list, or a calling code. */
      code: z.string(),
      revenue: money4,
      cost: money4,
    }),
  ),
});

/** A message with its recipients, a call, a month of a number, or a package. */
export const figureUnit = z.object({
  id: uuid,
  at: isoTime,
  person,
  /** The first of the numbers; null of a package. */
  number: z.string().nullable(),
  /** The first of its carriers; null where none is known. */
  carrier: z.string().nullable(),
  /** Where carriers are chosen by their price lists: by what, what it asks for a part or a minute, and by which row. */
  routeBy: z.enum(ROUTE_REASONS).nullable(),
  routePrice: money4.nullable(),
  routePrefix: z.string().nullable(),
  ...measures.shape,
});
export type FigureUnit = z.infer<typeof figureUnit>;

const unitFilters = {
  ...asked,
  service: service.default('sms'),
  split,
  key,
  /** Only those for which the carrier charged another sum than its price list says. */
  differing: z.stringbool().default(false),
};

const unitQuery = withSoundPeriod(pageQuery.extend(unitFilters));

export const listFigureUnits = pagedList('listFigureUnits', '/api/admin/figures/units', {
  duties: ['finance'],
  summary: 'What stands behind the figures, one by one, newest first',
  query: unitQuery,
  row: figureUnit,
});

export const exportFigureUnits = endpoint('exportFigureUnits', 'GET /api/admin/figures/units.csv', {
  duties: ['finance'],
  summary: 'The same one by one as CSV',
  query: withSoundPeriod(z.object(unitFilters)),
  produces: ['text/csv'],
});
