import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { type PriceSource, RATE_DOUBTS, RATE_IDS } from '../enums.ts';

/** The price of a coin at this moment, as far as the exchanges that are asked give it. */
export const coinRates = pgTable('coin_rates', {
  id: text({ enum: RATE_IDS }).primaryKey(),
  /** The median of what they said: pounds for one coin, a decimal string. */
  price: text().notNull(),
  /** Coin per pound, with the operator's spread on top: a decimal string. */
  rate: text().notNull(),
  sources: jsonb().$type<PriceSource[]>().notNull(),
  /** When one of them last answered. */
  checkedAt: time().notNull(),
  /** When it last differed too much from the look before; null where it never did. */
  jumpedAt: time(),
  /** Why the last look was not believed: the price before it stays. Null where it was. */
  doubt: text({ enum: RATE_DOUBTS }),
});
