import { z } from 'zod';
import { PRICED_SUBJECTS } from '../../../db/enums.ts';
import { isoTime, money2 } from '../../platform/kit/schemas.ts';

/** A price as the audit log tells it; nothing is set where all of it is empty. */
const toldPrice = z.object({
  price: money2.nullable(),
  /** Of the standard price. */
  percent: z.number().nullable(),
  /** The name of a list of prices. */
  list: z.string().nullable(),
  /** Single destinations have prices of their own. */
  destinations: z.boolean(),
});
export type ToldPrice = z.infer<typeof toldPrice>;

/** One price that somebody has set, announced or withdrawn. */
export const toldChange = z.object({
  subject: z.enum(PRICED_SUBJECTS),
  before: toldPrice,
  after: toldPrice,
  /** For one that was announced. */
  holdsFrom: isoTime.optional(),
  /** The one before was announced, and is not going to hold. */
  withdrawn: z.literal(true).optional(),
});
export type ToldChange = z.infer<typeof toldChange>;
