import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { PRICED_SUBJECTS } from '../../../../db/enums.ts';
import { priceLists, priceRaises, users } from '../../../../db/schema/index.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import { overlay } from '../../../money/pricing/read-tariff.ts';
import type { PriceList } from '../../../money/pricing/tariff.ts';
import type { Rising } from '../price-contract.ts';
import { columnsOf, isSet, listedIn } from './listed.ts';

type Raise = typeof priceRaises.$inferSelect;

/** The price list of a reseller or of one customer; null if none was ever set. */
export async function readList(db: Queryable, userId: string): Promise<PriceList | null> {
  const [row] = await db.select().from(priceLists).where(eq(priceLists.userId, userId));
  return row ?? null;
}

/** The announced prices of a list, which do not hold yet. */
export const readRaises = (db: Queryable, userId: string): Promise<Raise[]> =>
  db.select().from(priceRaises).where(eq(priceRaises.userId, userId));

/** A list as it was set: together with its announced prices. */
export function withRaises(list: PriceList | null, raises: readonly Raise[]): PriceList | null {
  if (raises.length === 0) return list;
  const set: PriceList = { ...overlay(null, null), ...list };
  for (const raise of raises) Object.assign(set, columnsOf(raise.subject, raise));
  return set;
}

/** The higher prices announced for a customer; empty for a direct customer. */
export async function readRising(db: Queryable, userId: string): Promise<Rising[]> {
  const [user] = await db.select({ resellerId: users.resellerId }).from(users).where(eq(users.id, userId));
  if (!user?.resellerId) return [];
  const [own, ownRaises] = [await readList(db, userId), await readRaises(db, userId)];
  const listRaises = await readRaises(db, user.resellerId);
  const list = withRaises(await readList(db, user.resellerId), listRaises);
  return PRICED_SUBJECTS.flatMap((subject) => {
    const raise =
      ownRaises.find((each) => each.subject === subject) ??
      (isSet(listedIn(own, subject)) ? undefined : listRaises.find((each) => each.subject === subject));
    return raise ? [presentRaise(raise, list)] : [];
  });
}

/** @param list the reseller's list, which holds where the raise sets nothing */
export function presentRaise(raise: Raise, list: PriceList | null): Rising {
  const { price, percent, deckId } = isSet(raise) ? raise : listedIn(list, raise.subject);
  return {
    subject: raise.subject,
    price: price === null ? null : formatMoney(price),
    percent,
    byDestination: deckId !== null,
    holdsFrom: raise.holdsFrom.toISOString(),
  };
}
