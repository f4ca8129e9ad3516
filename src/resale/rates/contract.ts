import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { rateLine, ratesQuery } from '../../money/pricing/line-contract.ts';
import { countryCode } from '../../callers/contract.ts';
import { money2, money4, namedSentence } from '../../platform/kit/schemas.ts';

const { endpoint } = endpointsFor('Customers');

export const searchRates = endpoint('searchRates', 'GET /api/users/:id/destinations', {
  summary: 'What destinations cost this account, by number, beginning or name',
  query: ratesQuery,
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
