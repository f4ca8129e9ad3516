import { z } from 'zod';
import { isoTime, money4 } from '../../platform/kit/schemas.ts';

/** The columns that a file of prices may have. */
export const FILE_COLUMNS = [
  ...['prefix', 'name', 'rate', 'fee', 'first', 'next', 'intervals', 'from', 'country', 'network', 'blocked'],
] as const;
export type FileColumn = (typeof FILE_COLUMNS)[number];
/** The columns that a file must have. */
export const NEEDED_COLUMNS = ['prefix', 'name', 'rate'] as const satisfies readonly FileColumn[];
export const fileColumn = z.enum(FILE_COLUMNS);

/** The meaning of each heading of a file; null: nothing. */
export const mapping = z.record(z.string().max(200), fileColumn.nullable());
export type Mapping = z.infer<typeof mapping>;

export const CHANGE_KINDS = ['dearer', 'cheaper', 'new', 'gone', 'other'] as const;

const change = z.object({
  kind: z.enum(CHANGE_KINDS),
  prefix: z.string(),
  name: z.string(),
  /** Null if there was, or will be, no price. */
  before: money4.nullable(),
  after: money4.nullable(),
});
const count = z.number().int();

/** The changes that a file makes to a deck. */
export const deckChanges = z.object({
  ...{ rows: count, same: count, new: count, dearer: count, cheaper: count, gone: count },
  /** Changes without effect on a price, such as another name or a blocked destination. */
  other: count,
  /** Prices that had more than four places and were rounded up to the fourth. */
  rounded: count,
  /** Prefixes that begin with another prefix of the file; the price of the longer one holds. */
  overlapping: count,
  /** New and removed prefixes that make some numbers dearer. */
  dearerBelow: count,
  /**
   * For a carrier's costs: how many destinations would no longer be sold, of how many, and how many of them somebody used
   * in the last 30 days.
   */
  ...{ closed: count, sold: count, closedUsed: count },
  /** The file's headings, and what each is taken for; null: nothing, so the column is not read. */
  columns: z.array(z.object({ heading: z.string(), column: fileColumn.nullable() })),
  /** Columns that are needed and that no heading stands for: until then nothing can be imported. */
  missing: z.array(fileColumn),
  /** The currency of its prices, ISO 4217. */
  currency: z.string(),
  /** A file for a list that we sell by looks like what a carrier asks. */
  looksLikeCosts: z.boolean(),
  /** Examples of the changes, the largest rises first. */
  examples: z.array(change),
});
export type DeckChanges = z.infer<typeof deckChanges>;

/** What selling a service by something else changes; of each kind the largest changes are examples. */
export const useChanges = z.object({
  ...{ new: count, dearer: count, cheaper: count, gone: count },
  /** From when it would hold, because somebody pays more or loses a destination that they used; null: at once. */
  holdsFrom: isoTime.nullable(),
  /** How many accounts those are. */
  told: count,
  examples: z.array(change.extend({ resellersBefore: money4.nullable(), resellersAfter: money4.nullable() })),
});
export type UseChanges = z.infer<typeof useChanges>;
