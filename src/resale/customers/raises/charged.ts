import type { Queryable } from '../../../../db/client.ts';
import type { PricedSubject } from '../../../../db/enums.ts';
import { readDestinations } from '../../../money/decks/single-destinations.ts';
import { overlay } from '../../../money/pricing/read-tariff.ts';
import { numberPrice, type Rates, smsPrice, type Supplier, voicePrice } from '../../../money/pricing/tariff.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import type { Charge } from '../price-contract.ts';
import { columnsOf, type Listed } from './listed.ts';

const PRICES = { sms: smsPrice, voice: voicePrice, number: numberPrice };

/**
 * What a reseller's customer pays by an entry of a list.
 * @param rates ours of each kind, the lowest first; null where they depend on the destination
 */
export async function chargedBy(
  { db, now }: { db: Queryable; now: Date },
  entry: Listed,
  {
    subject,
    rates,
    reseller,
  }: { subject: PricedSubject; rates: readonly Rates[] | null; reseller: Omit<Supplier, 'prices'> },
): Promise<Charge> {
  const destinations = entry.deckId === null ? [] : await readDestinations(db, entry.deckId);
  if (!destinations) return { from: null, to: null, percent: null, deckId: entry.deckId, destinations: [] };
  if (subject === 'trunk' || rates === null) {
    const price = entry.price && formatMoney(entry.price, 4);
    return { from: price, to: price, percent: price ? null : (entry.percent ?? 100), deckId: null, destinations };
  }
  const prices = { ...overlay(null, null), ...columnsOf(subject, entry) };
  const buyer = {
    role: 'user',
    resellerExpiresAt: null,
    supplier: { ...reseller, prices },
    apart: reseller.apart,
  } as const;
  const amounts = rates.map((each) => formatMoney(PRICES[subject](buyer, now, each).amount, 4));
  return { from: amounts[0] ?? null, to: amounts.at(-1) ?? null, percent: null, deckId: null, destinations };
}
