import { z } from 'zod';
import { PRICED_SUBJECTS, RATED_SERVICES } from '../../../db/enums.ts';
import { destinationPrices } from '../../callers/approvals/contract.ts';
import { MOST_PER_UNIT_GBP, MOST_TIMES_OURS } from '../../shared/most-per-unit.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { amountInput, isoTime, money2, money4, uuid } from '../../platform/kit/schemas.ts';

/** Prices in pounds. Null: not set, so the next price in line holds (the reseller's list, then the standard price). */
const priceList = z.object({
  /** One part of a message to one recipient. */
  sms: money2.nullable(),
  /** The same price as a percentage of each destination's standard price. */
  smsPercent: z.number().int().nullable(),
  /** Or each destination's price of this list, which is offered to resellers. */
  smsDeckId: uuid.nullable(),
  /** Beside a price or a percentage: destinations that cost something else. */
  smsDestinations: destinationPrices,
  /** One minute. */
  voice: money2.nullable(),
  voicePercent: z.number().int().nullable(),
  voiceDeckId: uuid.nullable(),
  voiceDestinations: destinationPrices,
  /** One month of a number, in any country. */
  numberPrice: money2.nullable(),
  /** The same price as a percentage of the country's standard price. */
  numberPercent: z.number().int().nullable(),
  /** A year of a SIP trunk, as a percentage of its standard price. */
  trunkPercent: z.number().int().nullable(),
});

/** The highest price of a number's month, in pounds. */
const MOST_PER_MONTH = 10_000;

const tooMuch = (pounds: number) => faultText('atMostPounds', { limit: `£${pounds.toLocaleString('en-GB')}` });

const price = (most: number) => amountInput.refine((value) => Number(value) <= most, tooMuch(most)).nullish();

const MOST_PERCENT = 100 * MOST_TIMES_OURS;

const percent = () =>
  z
    .number({ error: faultText('percentWhole') })
    .int(faultText('percentWhole'))
    .min(1, faultText('percentLeast', { limit: 1 }))
    .max(MOST_PERCENT, faultText('percentMost', { limit: MOST_PERCENT }))
    .nullish();

export const priceListInput = z
  .object({
    sms: price(MOST_PER_UNIT_GBP),
    smsPercent: percent(),
    smsDeckId: uuid.nullish(),
    smsDestinations: destinationPrices,
    voice: price(MOST_PER_UNIT_GBP),
    voicePercent: percent(),
    voiceDeckId: uuid.nullish(),
    voiceDestinations: destinationPrices,
    numberPrice: price(MOST_PER_MONTH),
    numberPercent: percent(),
    trunkPercent: percent(),
    /** False: what would rise is refused, and told in `raise` of 409 `prices_rise`. */
    mayRaise: z.boolean().default(true),
  })
  .refine(({ sms, smsPercent }) => !sms || !smsPercent, {
    path: ['smsPercent'],
    error: 'Set a price or a percentage for messages, not both',
  })
  .refine(({ voice, voicePercent }) => !voice || !voicePercent, {
    path: ['voicePercent'],
    error: 'Set a price or a percentage for calls, not both',
  })
  .refine(({ sms, smsPercent, smsDeckId }) => !smsDeckId || !(sms || smsPercent), {
    path: ['smsDeckId'],
    error: 'Set a price, a percentage or a list for messages, not several',
  })
  .refine(({ voice, voicePercent, voiceDeckId }) => !voiceDeckId || !(voice || voicePercent), {
    path: ['voiceDeckId'],
    error: 'Set a price, a percentage or a list for calls, not several',
  })
  .refine(({ sms, smsPercent, smsDestinations }) => smsDestinations.length === 0 || sms || smsPercent, {
    path: ['smsDestinations'],
    error: faultText('otherDestinations'),
  })
  .refine(({ voice, voicePercent, voiceDestinations }) => voiceDestinations.length === 0 || voice || voicePercent, {
    path: ['voiceDestinations'],
    error: faultText('otherDestinations'),
  })
  .refine(({ numberPrice, numberPercent }) => !numberPrice || !numberPercent, {
    path: ['numberPercent'],
    error: 'Set a price or a percentage for numbers, not both',
  });

/** A higher price that is announced and does not hold yet. */
export const rising = z.object({
  subject: z.enum(PRICED_SUBJECTS),
  /** The price of one part to one recipient, of one minute, or of one month of a number. */
  price: z.union([money2, money4]).nullable(),
  /** Or the percentage of the standard price. If both are null, the standard price will hold. */
  percent: z.number().int().nullable(),
  /** Instead of both, each destination will have its own price. */
  byDestination: z.boolean(),
  holdsFrom: isoTime,
});
export type Rising = z.infer<typeof rising>;

/**
 * What is paid: in pounds from the lowest to the highest, or as a percentage of standard prices that depend on the
 * destination, or by a list.
 */
const charge = z.object({
  from: money4.nullable(),
  to: money4.nullable(),
  percent: z.number().int().nullable(),
  deckId: uuid.nullable(),
  /** Single destinations that cost something else. */
  destinations: destinationPrices,
});
export type Charge = z.infer<typeof charge>;

/** What a change of prices would raise. */
export const raise = z.object({
  /** So many would be told by email. */
  customers: z.number().int(),
  holdsFrom: isoTime,
  prices: z.array(
    z.object({
      subject: z.enum(PRICED_SUBJECTS),
      before: charge,
      after: charge,
      /** The announced price whose place it would take. */
      announced: rising.nullable(),
      /** Destinations that were used lately, and would not be sold any more. */
      dropped: z.array(z.string()),
    }),
  ),
});
export type Raise = z.infer<typeof raise>;

/** A list of prices by destination by which a reseller's customers may pay. */
const offeredDeck = z.object({
  id: uuid,
  name: z.string(),
  service: z.enum(RATED_SERVICES),
  /** The prefixes that hold now; no other destination is sold by it. */
  rows: z.number().int(),
  /** It may be chosen; otherwise it is only kept where it was chosen before. */
  offered: z.boolean(),
});
export type OfferedDeck = z.infer<typeof offeredDeck>;

/** `own` is what is set here, `held` what of it holds now; `effective` is what is charged now. */
export const prices = z.object({
  own: priceList,
  /** Where there are announced higher prices, the same without them: to send a price of it takes its announcement back. */
  held: priceList.nullable(),
  /** The announced higher prices, which do not hold yet. */
  rising: z.array(rising),
  effective: z.object({
    sms: money4,
    voice: money4,
    numbersFrom: money2,
    numbersTo: money2,
    trunkPercent: z.number().int(),
  }),
  /** They say whether the price of a message or a minute depends on the destination: then the flat prices are unused. */
  byDestination: z.object({ sms: z.boolean(), voice: z.boolean() }),
  /** The lists of prices by destination that may be chosen, and those that are chosen already. */
  decks: z.array(offeredDeck),
  /** The reseller's own present rates: no price may be lower. */
  rates: z.object({ sms: money4, voice: money4, numberPercent: z.number().int(), trunkPercent: z.number().int() }),
});
export type Prices = z.infer<typeof prices>;
