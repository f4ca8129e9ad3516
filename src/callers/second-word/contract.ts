import { z } from 'zod';
import { isoTime, money2, uuid } from '../../platform/kit/schemas.ts';

/** What two administrators have to agree to, with all that it takes to do it. */
export const wanted = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('adjustment'),
    userId: uuid,
    /** Signed, in pounds. */
    amount: z.string(),
    reason: z.string(),
  }),
  z.object({
    kind: z.literal('administrator'),
    email: z.string(),
    fullName: z.string(),
    company: z.string().nullable(),
  }),
  z.object({ kind: z.literal('factor_reset'), userId: uuid }),
  z.object({
    kind: z.literal('limit_lift'),
    userId: uuid,
    /** Null: to the end of the UTC day on which it is agreed to. */
    until: isoTime.nullable(),
  }),
]);
export type Wanted = z.infer<typeof wanted>;

const person = z.object({ id: uuid, email: z.string(), fullName: z.string() });

/** A request that waits for another administrator. */
export const secondWord = z.object({
  id: uuid,
  wanted,
  /** The address of the account that it is about. */
  subject: z.string(),
  requestedBy: person,
  requestedAt: isoTime,
});
export type SecondWord = z.infer<typeof secondWord>;

/** What became of a request that was agreed to. */
export const agreedAnswer = z.object({
  /** Of a new administrator: shown this once. */
  password: z.string().optional(),
  /** Of an adjustment: the balance afterwards. */
  credits: money2.optional(),
});
