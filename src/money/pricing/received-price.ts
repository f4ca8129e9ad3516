import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { settings } from '../../../db/schema/index.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import { heldBy } from '../../platform/settings/read-settings.ts';

/**
 * The price of a message that comes in, in pounds, for the owner of the number, unless administrators set another one.
 */
export const RECEIVED_PRICE_GBP = '0.00';

/** The price of a message that comes in, whatever its length: the same for everybody. */
export interface ReceivedPrice {
  price: Money;
  /** The announced price; null: none is. */
  soon: { price: Money; holdsFrom: Date } | null;
}

/** Reads the price that holds at a time, and the next one. */
export async function readReceivedPrice(db: Queryable, now: Date): Promise<ReceivedPrice> {
  const [row] = await db
    .select()
    .from(settings)
    .where(and(eq(settings.name, 'received_price'), eq(settings.about, '')));
  const priceAt = (time: Date): Money => parseMoney((row && heldBy(row, time)) ?? RECEIVED_PRICE_GBP);
  const { holdsFrom = null } = row ?? {};
  const isAnnounced = holdsFrom !== null && holdsFrom > now;
  return { price: priceAt(now), soon: isAnnounced ? { price: priceAt(holdsFrom), holdsFrom } : null };
}
