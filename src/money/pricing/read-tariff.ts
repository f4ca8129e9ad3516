import { eq, type SQL, sql as template } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../db/client.ts';
import type { RatedService } from '../../../db/enums.ts';
import { priceLists, users } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Money } from '../../platform/kit/money.ts';
import { type ApartPrice, apartOf, type PriceList, type ResellerTerm, type TariffUser } from './tariff.ts';

const resellers = alias(users, 'resellers');
const defaults = alias(priceLists, 'defaults');

/**
 * The values that decide an account's prices now, with its balance and its debt.
 * @throws not_found
 */
export async function readTariff(
  db: Queryable,
  userId: string,
): Promise<TariffUser & { id: string; credits: Money; owed: Money }> {
  const [found] = await readTariffs(db, eq(users.id, userId));
  if (!found) throw notFound('User');
  return found;
}

/** The same of all accounts that a condition names. */
export async function readTariffs(
  db: Queryable,
  condition: SQL | undefined,
): Promise<(TariffUser & { id: string; credits: Money; owed: Money })[]> {
  const rows = await db
    .select({
      user: {
        id: users.id,
        role: users.role,
        resellerExpiresAt: users.resellerExpiresAt,
        credits: users.credits,
        owed: users.owed,
      },
      supplier: {
        id: resellers.id,
        role: resellers.role,
        resellerExpiresAt: resellers.resellerExpiresAt,
      },
      own: priceLists,
      apart: apartSql,
      list: defaults,
    })
    .from(users)
    .leftJoin(resellers, eq(resellers.id, users.resellerId))
    .leftJoin(priceLists, eq(priceLists.userId, users.id))
    .leftJoin(defaults, eq(defaults.userId, users.resellerId))
    .where(condition);
  return rows.map(({ user, supplier, own, list, apart: held }) => {
    const apart = held.map((each) => ({ ...each, holdsFrom: new Date(each.holdsFrom) }));
    return { ...user, apart, supplier: supplier && { ...supplier, apart, prices: overlay(own, list) } };
  });
}

/** The prices apart of whoever buys of us: the account, or its reseller; the oldest first. */
const apartSql = template<(Omit<ApartPrice, 'holdsFrom'> & { holdsFrom: string })[]>`(
  select coalesce(json_agg(json_build_object('subject', a.subject, 'holdsFrom', a.holds_from, 'percent', a.percent,
    'deckId', a.deck_id) order by a.holds_from), '[]')
  from account_prices a where a.user_id = coalesce(${users}.reseller_id, ${users}.id))`;

/** A customer's own prices, and the reseller's list where the customer has none. */
export function overlay(own: PriceList | null, list: PriceList | null): PriceList {
  const isSet = (...values: unknown[]) => values.some((value) => value !== null);
  const sms = own && isSet(own.sms, own.smsPercent, own.smsDeckId) ? own : list;
  const voice = own && isSet(own.voice, own.voicePercent, own.voiceDeckId) ? own : list;
  const trunks = own?.trunkPercent ? own : list;
  const numbers = own && isSet(own.numberPrice, own.numberPercent) ? own : list;
  return {
    sms: sms?.sms ?? null,
    smsPercent: sms?.smsPercent ?? null,
    smsDeckId: sms?.smsDeckId ?? null,
    voice: voice?.voice ?? null,
    voicePercent: voice?.voicePercent ?? null,
    voiceDeckId: voice?.voiceDeckId ?? null,
    numberPrice: numbers?.numberPrice ?? null,
    numberPercent: numbers?.numberPercent ?? null,
    trunkPercent: trunks?.trunkPercent ?? null,
  };
}

/** The services whose prices depend on the destination for an account: by our deck, by its reseller's, or by its own. */
export const byDestinationFor = (
  user: Pick<TariffUser, 'supplier' | 'apart'> & ResellerTerm,
  ours: Record<RatedService, boolean>,
  now: Date,
): Record<RatedService, boolean> => {
  const byList = (service: RatedService) =>
    Boolean(apartOf(user, service, now)?.deckId ?? user.supplier?.prices[`${service}DeckId`]);
  return { sms: ours.sms || byList('sms'), voice: ours.voice || byList('voice') };
};
