import { z } from 'zod';
import { ATTEMPT_ANSWERS, ATTEMPT_MONEY, ROUTE_REASONS } from '../../../db/enums.ts';
import { isoTime, money4, uuid } from '../../platform/kit/schemas.ts';

/**
 * A carrier's answer: to a send (`accepted`, `refused`, `uncertain`), to a question about a send (`found`, `absent`),
 * or by a later report (`undelivered`; `withdrawn`: the carrier did not carry it after all).
 * `settled`: decided by an administrator or because the time was over.
 */
export const attemptAnswer = z.enum(ATTEMPT_ANSWERS);

/** The effect on the money; `held`: still charged while the result is unknown. */
export const attemptMoney = z.enum(ATTEMPT_MONEY);

/** One step in the delivery to a recipient. */
export const smsAttempt = z.object({
  id: uuid,
  /** The recipient's `messageId`. */
  messageId: uuid,
  number: z.string(),
  at: isoTime,
  provider: z.string(),
  answer: attemptAnswer,
  /** In plain words. */
  words: z.string(),
  money: attemptMoney,
  /** The carrier's own code and words; only for administrators, otherwise null. */
  code: z.string().nullable(),
  detail: z.string().nullable(),
  /** Why this carrier was chosen (`share`: by its share of the traffic), and its price; only for administrators, otherwise null. */
  routeBy: z.enum(ROUTE_REASONS).nullable(),
  routeCost: money4.nullable(),
});
export type SmsAttempt = z.infer<typeof smsAttempt>;
