import { z } from 'zod';
import {
  ADJUSTMENT_KINDS,
  COIN_IDS,
  DUTIES,
  PRICED_SUBJECTS,
  RATED_SERVICES,
  ROUTE_ORDERS,
  SETTING_NAMES,
  TRANSFER_DIRECTIONS,
  USER_STATUSES,
} from '../../../db/enums.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { isoTime, money2, person, uuid } from '../../platform/kit/schemas.ts';
import { MOST_PER_UNIT_GBP } from '../../shared/most-per-unit.ts';

const duty = z.enum(DUTIES);

const MOST_PERCENT = 300;

/** What single destinations cost, by the beginnings of their numbers. */
export const destinationPrices = z
  .array(
    z.object({
      prefix: z.string().regex(/^[1-9]\d{0,14}$/, faultText('characters')),
      /** Pounds, with up to four places. */
      rate: z
        .string()
        .regex(/^\d{1,3}(\.\d{1,4})?$/, faultText('amountForm', { limit: 4 }))
        .refine(
          (value) => Number(value) <= MOST_PER_UNIT_GBP,
          faultText('atMostPounds', { limit: `£${MOST_PER_UNIT_GBP}` }),
        ),
    }),
  )
  .max(500)
  .default([]);
export type Destinations = z.output<typeof destinationPrices>;

/** The price of one account; with none of them, the price of everybody. */
const accountPrice = {
  /** A share of the standard price, where a list has nothing. */
  percent: z
    .number({ error: faultText('percentWhole') })
    .int(faultText('percentWhole'))
    .min(1, faultText('percentLeast', { limit: 1 }))
    .max(MOST_PERCENT, faultText('percentMost', { limit: MOST_PERCENT }))
    .nullable()
    .default(null),
  /** A list that we sell by: what its destinations cost. */
  deckId: uuid.nullable().default(null),
  /** Instead of a list: single destinations. */
  destinations: destinationPrices,
};
export const accountPriceBody = z.object({ ...accountPrice, from: isoTime.optional() });

/** A price list as it was at the time of the request. */
const soldBy = z.object({
  id: uuid,
  name: z.string(),
  /** The last file in it: with another file it counts as another list. */
  importId: uuid.nullable(),
});

/** The verification of a payment: all that is decided by it, which the second administrator decides as well. */
export const paymentRequest = z.object({
  kind: z.literal('payment'),
  userId: uuid,
  /** The amount due, in pounds. */
  amount: money2,
  cryptocurrency: z.enum(COIN_IDS),
  transactionHash: z.string(),
  outputIndex: z.number().int().nullable(),
  /** The amount that arrived, where it is not the amount due. */
  receivedAmount: money2.nullable(),
  receivedCryptoAmount: z.string().nullable(),
  /** An order's payment becomes credit. */
  asCredit: z.boolean(),
});

/** The actions that need two administrators, each with all values that it needs. */
export const wanted = z.discriminatedUnion('kind', [
  paymentRequest,
  z.object({
    kind: z.literal('adjustment'),
    userId: uuid,
    /** Signed, in pounds. */
    amount: z.string(),
    reason: z.string(),
    adjustmentKind: z.enum(ADJUSTMENT_KINDS).default('correction'),
    /** The charge that it gives back. */
    refunds: uuid.optional(),
  }),
  z.object({
    kind: z.literal('administrator'),
    email: z.string(),
    fullName: z.string(),
    company: z.string().nullable(),
    duty: duty.nullable().default(null),
  }),
  z.object({ kind: z.literal('duty'), userId: uuid, duty: duty.nullable() }),
  z.object({ kind: z.literal('factor_reset'), userId: uuid }),
  /** It is about another administrator. */
  z.object({ kind: z.literal('admin_status'), userId: uuid, status: z.enum(USER_STATUSES) }),
  /** It is about a verified payment. */
  z.object({
    kind: z.literal('reversal'),
    userId: uuid,
    email: z.string(),
    transactionId: uuid,
    amount: z.string(),
    reason: z.string(),
    freesHash: z.boolean(),
  }),
  /** Between a reseller and a customer. */
  z.object({
    kind: z.literal('transfer'),
    userId: uuid,
    customerId: uuid,
    customer: z.string(),
    amount: z.string(),
    direction: z.enum(TRANSFER_DIRECTIONS),
  }),
  z.object({
    kind: z.literal('limit_lift'),
    userId: uuid,
    /** Null: until the end of the UTC day on which the second administrator agrees. */
    until: isoTime.nullable(),
  }),
  z.object({
    kind: z.literal('limits'),
    userId: uuid,
    /** All spend limits as they will be, in pounds; null: none. */
    dailyLimit: money2.nullable(),
    countryLimit: money2.nullable(),
    countries: z.record(z.string(), money2.nullable()),
  }),
  z.object({
    kind: z.literal('destinations'),
    userId: uuid,
    /** All closed destinations that will be open. */
    destinations: z.array(z.string()),
    reason: z.string(),
  }),
  z.object({
    kind: z.literal('calls_at_once'),
    userId: uuid,
    callsAtOnce: z.number().int().nullable(),
  }),
  z.object({
    kind: z.literal('rate_use'),
    service: z.enum(RATED_SERVICES),
    /** Null: back to flat prices. */
    deck: soldBy.nullable(),
    /** The list by which resellers pay; null: the same. */
    resellerDeck: soldBy.nullable(),
    resellerPercent: z.number().int(),
  }),
  z.object({
    kind: z.literal('rate_import'),
    deckId: uuid,
    fileName: z.string(),
    /** The meaning of its headings, as JSON; null: as it is stored for the list. */
    columns: z.string().nullable(),
    /** SHA-256 of the file, in hex. */
    digest: z.string(),
    /** The time from which it will hold; null: as soon as it is agreed to. */
    validFrom: isoTime.nullable(),
    /** The changes that it made at the time of the request. */
    added: z.number().int(),
    dearer: z.number().int(),
    cheaper: z.number().int(),
    gone: z.number().int(),
    /** Destinations that would no longer be sold, because no carrier's costs are covered. */
    closed: z.number().int(),
  }),
  z.object({ kind: z.literal('rate_undo'), deckId: uuid, importId: uuid, fileName: z.string() }),
  z.object({ kind: z.literal('rate_delete'), deckId: uuid }),
  z.object({ kind: z.literal('rate_below_cost'), deckId: uuid }),
  z.object({
    kind: z.literal('account_price'),
    userId: uuid,
    subject: z.enum(PRICED_SUBJECTS),
    ...accountPrice,
    from: isoTime.nullable(),
  }),
  z.object({
    kind: z.literal('route_order'),
    service: z.enum(RATED_SERVICES),
    by: z.enum(ROUTE_ORDERS),
  }),
  z.object({
    kind: z.literal('letter'),
    ...{ subject: z.string(), text: z.string() },
    /** The filters of the accounts that get it. */
    ...{ search: z.string().optional(), status: z.string().optional(), role: z.string().optional() },
    ...{ from: z.string().optional(), to: z.string().optional() },
  }),
  z.object({
    kind: z.literal('kept_settings'),
    names: z.array(z.string()),
    /** The values without those that hold a password; an empty text takes one away. */
    shown: z.record(z.string(), z.string()),
    /** All values, sealed. */
    sealed: z.string(),
  }),
  z.object({
    kind: z.literal('setting'),
    name: z.enum(SETTING_NAMES),
    /** A coin, if there is one value for each; otherwise empty. */
    about: z.string(),
    /** Null: back to the environment's value. */
    value: z.string().nullable(),
    /** The value at the time of the request, and the new one. */
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
]);
export type Wanted = z.infer<typeof wanted>;
/** Those that change prices or the order of carriers, and those that widen what an account may do. */
export type WantedPrices = Extract<Wanted, { kind: `rate_${string}` | 'route_order' }>;
export const isOfPrices = (change: Wanted): change is WantedPrices =>
  change.kind.startsWith('rate_') || change.kind === 'route_order';
export type WantedLimits = Extract<Wanted, { kind: 'limit_lift' | 'limits' | 'destinations' | 'calls_at_once' }>;

const WITH_LETTERS: ReadonlySet<Wanted['kind']> = new Set([
  ...(['setting', 'rate_use', 'rate_import', 'rate_undo', 'rate_delete', 'rate_below_cost', 'account_price'] as const),
  'letter',
]);
/** Tells whether many customers may get a letter by a request, as where it changes what they pay. */
export const writesLetters = (kind: Wanted['kind']): boolean => WITH_LETTERS.has(kind);

/** A request that waits for another administrator. */
export const approvalRequest = z.object({
  id: uuid,
  wanted,
  /** The address of the account that it is about. */
  subject: z.string(),
  requestedBy: person,
  requestedAt: isoTime,
});
export type ApprovalRequest = z.infer<typeof approvalRequest>;

/** The result of a request that was agreed to. */
export const agreedAnswer = z.object({
  /** For an adjustment: the balance afterwards. */
  credits: money2.optional(),
});
