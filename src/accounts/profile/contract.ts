import { z } from 'zod';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { amountInput, money2, namedObject } from '../../platform/kit/schemas.ts';
import {
  callerIdType,
  countryCode,
  email,
  fullName,
  language,
  optionalLine,
  usage,
  user,
} from '../../callers/contract.ts';

const { endpoint } = endpointsFor('Accounts');

export const stats = namedObject('Stats', {
  ...usage.shape,
  credits: money2,
  /** Reserved for running calls: it has left the balance, and what a call does not use comes back. */
  onHold: money2,
  /** The credit is trial credit, which reaches the account's own confirmed numbers only. */
  onTrial: z.boolean(),
  /** The first steps of a new account, and whether each is done. */
  firstSteps: z.object({
    addressConfirmed: z.boolean(),
    messageSent: z.boolean(),
    creditAdded: z.boolean(),
    keyMade: z.boolean(),
  }),
});
export type Stats = z.infer<typeof stats>;

export const getUser = endpoint('getUser', 'GET /api/users/:id', {
  summary: 'Balance and profile of an account',
  response: user,
});

/** Fields that only the server sets (credits, role, status …) may be in the payload; they are ignored. */
export const updateUser = endpoint('updateUser', 'PUT /api/users/:id', {
  summary: 'Change the profile; the e-mail address only signed in, not with an API key',
  body: z.object({
    fullName: fullName.optional(),
    email: email.optional(),
    company: optionalLine(120),
    phone: optionalLine(32),
    defaultCallerId: optionalLine(32),
    callerIdType: callerIdType.optional(),
    language: language.optional(),
    /** Messages are written so that they cost fewer parts, where they do not say themselves. */
    cheaperSpelling: z.boolean().optional(),
    /** Blank: not known. */
    country: z
      .string()
      .transform((text) => text || null)
      .pipe(countryCode.nullable())
      .nullish(),
  }),
  response: user,
  errors: ['email_taken'],
});

export const setLowBalanceLevel = endpoint('setLowBalanceLevel', 'PUT /api/users/:id/low-balance-level', {
  summary: 'Choose below which balance a mail is sent; null for none',
  body: z.object({ level: amountInput.nullable() }),
  response: user,
});

export const getStats = endpoint('getStats', 'GET /api/users/:id/stats', {
  summary: 'Counters for the overview',
  response: stats,
});
