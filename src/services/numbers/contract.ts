import { z } from 'zod';
import { openEnded } from '../../platform/kit/open-ended.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { isoTime, line, money2, pageQuery, uuid } from '../../platform/kit/schemas.ts';
import { answerPlan } from './answer-contract.ts';
import { HOLD_MINUTES, REGIONS, TIERS } from './catalogue.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { shownPrice } from '../../platform/kit/shown-price.ts';

const { endpoint, pagedList } = endpointsFor('DID numbers');

export const numberState = z.enum(['active', 'expiring', 'expired']);
export type NumberState = z.infer<typeof numberState>;

/** The longest name that an owner can give a number. */
export const MAX_NUMBER_NAME = 60;
export const didNumber = z.object({
  id: uuid,
  userId: uuid,
  /** E.164. */
  number: z.string(),
  /** Its owner's name for it. */
  name: z.string().nullable(),
  country: z.string(),
  countryCode: z.string(),
  /** The price that its owner paid for the last month. */
  monthlyPrice: money2,
  /** The present price of the next month for its owner. */
  renewalPrice: money2,
  /** `provisioning`: it is paid for, and we are buying it from the carrier. */
  status: z.enum(['provisioning', 'active']),
  /** By the expiry: `expiring` in the last 7 days before it, `expired` after it. */
  state: numberState,
  autoRenew: z.boolean(),
  /** Incoming messages are also sent to its owner by mail. */
  mailMessages: z.boolean(),
  /** Its owner is told of missed calls and voicemails by mail too. */
  mailCalls: z.boolean(),
  /** Null: whoever calls hears the busy tone. */
  answerPlan: answerPlan.nullable(),
  /** A simulated carrier's number, which the owner can try out. */
  simulated: z.boolean(),
  purchasedAt: isoTime,
  expiresAt: isoTime,
  /** Until this time only the owner can renew an expired number, and nobody else can have it. */
  graceEndsAt: isoTime,
});
export type DidNumber = z.infer<typeof didNumber>;

export const hold = z.object({
  number: z.string(),
  country: z.string(),
  /** It carries messages, and calls, as its carrier says; null: it did not say. */
  carriesMessages: z.boolean().nullable(),
  carriesCalls: z.boolean().nullable(),
  heldUntil: isoTime,
  /** The whole seconds that were left at the time of the answer, for clients whose clock is wrong. */
  secondsLeft: z.number().int(),
});
export type Hold = z.infer<typeof hold>;

const MISSING = faultText('numberMissing');

/** A country's name or its two-letter code. */
const countryInput = z.string({ error: MISSING }).trim().min(1, MISSING).max(60, MISSING);

export const numberInput = z
  .string({ error: MISSING })
  .trim()
  .regex(/^\+[1-9]\d{6,14}$/, MISSING);

export const listCountries = endpoint('listNumberCountries', 'GET /api/did-numbers/countries', {
  access: 'public',
  summary: 'The countries in which numbers are sold, with region, tier and price',
  response: z.array(
    z.object({
      country: z.string(),
      countryCode: z.string(),
      region: z.enum(REGIONS),
      tier: z.enum(TIERS),
      monthlyPrice: money2,
    }),
  ),
});

/** The country may also be the whole query: `?United%20Kingdom`. */
export const listAvailable = endpoint('listAvailableNumbers', 'GET /api/did-numbers/available', {
  access: 'signed-in',
  summary: 'Numbers of a country that are free',
  query: z.object({ country: countryInput.optional() }).catchall(z.string()),
  response: z.array(z.string()),
  errors: ['provider_failed'],
});

export const listHolds = endpoint('listNumberHolds', 'GET /api/did-numbers/holds', {
  access: 'signed-in',
  summary: 'The numbers that the caller holds',
  response: z.array(hold),
});

export const holdNumber = endpoint('holdNumber', 'POST /api/did-numbers/holds', {
  access: 'signed-in',
  summary: `Keep a free number for ${HOLD_MINUTES} minutes`,
  body: z.object({ number: numberInput, country: countryInput }),
  status: 201,
  response: hold,
  errors: ['number_taken', 'simulated_only', 'not_allowed_now', 'provider_failed'],
});

export const releaseHold = endpoint('releaseNumberHold', 'DELETE /api/did-numbers/holds/:number', {
  access: 'signed-in',
  summary: 'Give a held number back',
  params: z.object({ number: z.string().max(20) }),
  errors: ['not_found'],
});

export const listNumbers = pagedList('listNumbers', '/api/users/:id/did-numbers', {
  summary: 'Numbers bought, newest first',
  query: pageQuery.extend({
    /** Digits of the number, or part of its name. */
    search: z.string().trim().max(60).default(''),
  }),
  row: didNumber,
});

/** The price of the month that was shown, in pounds. If it is another one by now: 409 `price_changed`, with that `price`. */
const shownMonth = shownPrice.nullish();

/** `countryCode`, `monthlyPrice`, `status` and `expiresAt` may be in the payload; they are ignored. */
export const purchaseNumber = endpoint('purchaseNumber', 'POST /api/users/:id/did-numbers', {
  summary: 'Buy a number for a month, from the balance',
  body: openEnded(
    z.object({
      number: numberInput,
      country: countryInput,
      price: shownMonth,
      /** Each next month is paid from the balance by itself. */
      autoRenew: z.boolean().default(false),
    }),
    ['countryCode', 'monthlyPrice', 'status', 'expiresAt'],
  ),
  status: 201,
  response: didNumber,
  idempotent: true,
  errors: [
    ...(['not_found', 'number_taken', 'not_allowed_now', 'price_changed'] as const),
    ...(['simulated_only', 'insufficient_credits', 'provider_failed'] as const),
  ],
});

export const updateNumber = endpoint('updateNumber', 'PUT /api/users/:id/did-numbers/:numberId', {
  summary: 'Name a number, switch renewal and mail on or off, or say what happens with calls',
  body: z
    .object({
      /** Empty for no name. */
      name: line(MAX_NUMBER_NAME),
      autoRenew: z.boolean(),
      mailMessages: z.boolean(),
      mailCalls: z.boolean(),
      answerPlan: answerPlan.nullable(),
    })
    .partial()
    .refine((body) => Object.values(body).some((value) => value !== undefined), 'Nothing to change'),
  response: didNumber,
});

export const checkNumber = endpoint('checkNumber', 'POST /api/users/:id/did-numbers/:numberId/check', {
  summary: 'Tell the carrier once more where messages and calls to a number go, and ask it what the number carries',
  errors: ['provider_failed'],
});

export const renewNumber = endpoint('renewNumber', 'POST /api/users/:id/did-numbers/:numberId/renew', {
  summary: 'Pay a number for one more month, from the balance',
  body: z.object({ price: shownMonth }).optional(),
  response: didNumber,
  idempotent: true,
  errors: ['not_allowed_now', 'simulated_only', 'price_changed', 'insufficient_credits'],
});
