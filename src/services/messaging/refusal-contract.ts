import { z } from 'zod';
import type { ErrorCode } from '../../platform/kit/errors.ts';
import { namedSentence } from '../../platform/kit/schemas.ts';

/** The refusals of a message that are known before it is sent. */
/** Why something that is charged by its destination is refused. */
export const CHARGE_REFUSALS = [
  'simulated_only',
  'insufficient_credits',
  'spend_limit_reached',
  'destination_closed',
  'destination_not_sold',
] as const satisfies readonly ErrorCode[];

/** Why a message that has a price is not sent all the same. */
export const MESSAGE_REFUSALS = [
  ...CHARGE_REFUSALS,
  'sender_not_allowed',
  'fixed_line',
  'recipient_opted_out',
] as const satisfies readonly ErrorCode[];

const REASONS = [
  'destination_closed',
  'destination_not_sold',
  'sender_not_allowed',
  'spend_limit_reached',
  'fixed_line',
] as const satisfies readonly ErrorCode[];

const refusal = z.object({
  /** The recipient, E.164; null if it is the sender, whoever the recipients are. */
  number: z.string().nullable(),
  /** It is that of a message that is sent; a `fixed_line` refuses it only if it has no other recipients. */
  code: z.enum(REASONS),
  /** Why, and what can be done about it, in English; `sentence` is the same for other languages. */
  message: z.string(),
  sentence: namedSentence,
});
export type Refusal = z.infer<typeof refusal>;

/** The refusals in the quote of a message. */
export const refusedBeforehand = {
  /** How many reasons there are to refuse the message, or to leave out a recipient; `refusals` has the first hundred. */
  refused: z.number().int(),
  refusals: z.array(refusal),
};
