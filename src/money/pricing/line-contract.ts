import { z } from 'zod';
import { RATED_SERVICES } from '../../../db/enums.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { isoTime, line, money4 } from '../../platform/kit/schemas.ts';

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

/** A search by number, beginning or name. */
export const ratesQuery = z.object({
  search: line(60).default(''),
  /** Calling codes of the countries that are called so in the reader's language; found beside what has the name. */
  codes: z
    .string()
    .regex(/^[1-9]\d{0,3}(,[1-9]\d{0,3}){0,19}$/, faultText('characters'))
    .optional(),
});
