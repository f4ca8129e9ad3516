import { z } from 'zod';
import { RATED_SERVICES } from '../../../db/enums.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { countryCode } from '../../callers/contract.ts';
import { isoTime, line, money2, money4, namedSentence } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Customers');

/** How many destinations of a service a search shows; the file has all of them. */
export const SHOWN_RATES = 100;

/** The price of one destination; without a deck there is one line for all destinations. */
export const rateLine = z.object({
  service: z.enum(RATED_SERVICES),
  /** The prefix of its numbers, without the plus; null where one price holds for all. */
  prefix: z.string().nullable(),
  name: z.string().nullable(),
  /** For one part to one recipient, or for one minute; null where it is not sold. */
  rate: money4.nullable(),
  /** Charged once for each call. */
  fee: money4.nullable(),
  /** Seconds. The first interval, and each one after it, is charged in full once it has begun. */
  firstInterval: z.number().int().nullable(),
  nextInterval: z.number().int().nullable(),
  /** The next price that is announced, and when it begins. */
  soonRate: money4.nullable(),
  soonFrom: isoTime.nullable(),
  /** From when it is not sold any more, as announced. */
  endsFrom: isoTime.nullable(),
  /**
   * The destination that is closed to this account: a country (ISO 3166-1 alpha-2) or a kind of numbers;
   * null: none.
   */
  closed: z.string().nullable(),
});
export type RateLine = z.infer<typeof rateLine>;

export const searchRates = endpoint('searchRates', 'GET /api/users/:id/destinations', {
  summary: 'What destinations cost this account, by number, beginning or name',
  query: z.object({
    search: line(60).default(''),
    /** Calling codes of the countries that are called so in the reader's language; found beside what has the name. */
    codes: z
      .string()
      .regex(/^[1-9]\d{0,3}(,[1-9]\d{0,3}){0,19}$/, faultText('characters'))
      .optional(),
  }),
  response: z.object({
    /** The searched number, if it is a complete one. */
    number: z.string().nullable(),
    lines: z.array(rateLine),
    /** For a complete number: why it is closed for this account, and how to open it. */
    closed: z.object({ sms: z.string().nullable(), voice: z.string().nullable() }),
    /** The names of these sentences and their values, as of a refusal's. */
    sentences: z.object({ sms: namedSentence.nullable(), voice: namedSentence.nullable() }),
  }),
});

export const exportRates = endpoint('exportRates', 'GET /api/users/:id/destinations.csv', {
  summary: 'What all destinations cost this account, as CSV',
  produces: ['text/csv'],
});

/** The lowest and the highest price of a country’s destinations; null where the service is not sold there. */
const priceRange = z.object({ least: money4, most: money4 }).nullable();

export const getCountryPrices = endpoint('getCountryPrices', 'GET /api/prices', {
  access: 'public',
  summary:
    'What messages and calls to a country and a number there cost whoever registers now; not on a reseller’s host',
  query: z.object({ country: countryCode }),
  response: z.object({
    /** A part of a message. */
    sms: priceRange,
    /** A minute of a call. */
    voice: priceRange,
    /** A month of a number. */
    number: money2.nullable(),
  }),
  errors: ['not_found'],
});
