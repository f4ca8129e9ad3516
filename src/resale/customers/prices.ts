import type { Queryable } from '../../../db/client.ts';
import { type PricedSubject, RATED_SERVICES, type RatedService } from '../../../db/enums.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import type { Config } from '../../services/config.ts';
import type { Deps } from '../../services/deps.ts';
import { createDestinations, isSameDestinations, readDestinations } from '../../money/decks/single-destinations.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { invalidField, sentence } from '../../platform/kit/errors.ts';
import { formatMoney, type Money, parseMoney } from '../../platform/kit/money.ts';
import { MOST_TIMES_OURS } from '../../shared/most-per-unit.ts';
import { readByDestination } from '../../money/pricing/read-price.ts';
import { readFlatRates } from '../../money/pricing/read-flat-rates.ts';
import { byDestinationFor, overlay, readTariff } from '../../money/pricing/read-tariff.ts';
import {
  apartOf,
  type Buyer,
  type FlatRates,
  isReseller,
  mostOf,
  numberPrice,
  numberRates,
  ownRate,
  type PriceList,
  type Rates,
  smsPrice,
  voicePrice,
} from '../../money/pricing/tariff.ts';
import { toldChanges } from '../../money/pricing/told-changes.ts';
import { readNumberPrices } from '../../services/numbers/price.ts';
import type { setPriceList } from './contract.ts';
import type { Prices } from './price-contract.ts';
import { readOfferedDecks, requireOffered } from './offered-decks.ts';
import { writePrices } from './raises/raise-prices.ts';
import { presentRaise, readList, readRaises, withRaises } from './raises/read-raises.ts';
import { RESELLER_NUMBER_PERCENT } from '../../shared/number-rates.ts';

/** It names the prices that are meant: a reseller's list, or one customer's own prices. */
export interface PricesOf {
  resellerId: string;
  /** Null for the reseller's list. */
  customerId: string | null;
}

/** Both rates of every country that hold now, the highest last. */
async function readNumberRates(db: Queryable, now: Date): Promise<Rates[]> {
  const { all } = await readNumberPrices(db, now);
  return all.map(({ monthlyPrice }) => numberRates(monthlyPrice)).toSorted((a, b) => Number(a.standard - b.standard));
}

/** The prices that are set, those charged now, and the lowest possible ones. @throws not_found */
export async function readPrices(
  { db, config, now }: { db: Queryable; config: Config; now: Date },
  { resellerId, customerId }: PricesOf,
): Promise<Prices> {
  const reseller = await readTariff(db, resellerId);
  const list = await readList(db, resellerId);
  const own = customerId === null ? list : await readList(db, customerId);
  const supplier = { ...reseller, prices: customerId === null ? overlay(null, list) : overlay(own, list) };
  const buyer = { role: 'user', resellerExpiresAt: null, supplier, apart: reseller.apart } as const;
  const numbers = (await readNumberRates(db, now)).map((rates) => numberPrice(buyer, now, rates).amount);
  const raises = await readRaises(db, customerId ?? resellerId);
  const set = await presentList(db, withRaises(own, raises));
  const flat = await readFlatRates(db, config, now);
  return {
    own: set,
    held: raises.length > 0 ? await presentList(db, own) : null,
    // Behind a reseller's list stands the standard price, and not the list as it holds now.
    rising: raises.map((raise) => presentRaise(raise, customerId === null ? null : list)),
    effective: {
      sms: formatMoney(smsPrice(buyer, now, flat.sms).amount, 4),
      voice: formatMoney(voicePrice(buyer, now, flat.voice).amount, 4),
      numbersFrom: formatMoney(numbers[0] ?? parseMoney('0')),
      numbersTo: formatMoney(numbers.at(-1) ?? parseMoney('0')),
      trunkPercent: Math.max(supplier.prices.trunkPercent ?? 100, ownPercent(reseller, 'trunk', now)),
    },
    byDestination: byDestinationFor(buyer, await readByDestination(db), now),
    decks: await readOfferedDecks(
      { db, now },
      { reseller, kept: [set.smsDeckId, set.voiceDeckId].filter((id) => id !== null) },
    ),
    rates: {
      sms: formatMoney(ownRate(reseller, 'sms', now, flat.sms), 4),
      voice: formatMoney(ownRate(reseller, 'voice', now, flat.voice), 4),
      numberPercent: ownPercent(reseller, 'number', now),
      trunkPercent: ownPercent(reseller, 'trunk', now),
    },
  };
}

/**
 * Replaces the prices; a price that is left out is cleared. A higher price holds a day later, and the customers who
 * pay it are told.
 * @throws validation_failed where a price is below the reseller's own present rate, or too far above ours; rate_limited;
 * prices_rise
 */
export async function setPrices(
  context: ActingWith<Pick<Deps, 'config' | 'carriersFor' | 'knownRates'>>,
  { of, body }: { of: PricesOf & { subject: string }; body: BodyOf<typeof setPriceList> },
): Promise<Prices> {
  const { tx, deps, actor } = context;
  const { config } = deps;
  const prices: PriceList = {
    sms: body.sms ? parseMoney(body.sms) : null,
    smsPercent: body.smsPercent ?? null,
    smsDeckId: body.smsDeckId ?? null,
    voice: body.voice ? parseMoney(body.voice) : null,
    voicePercent: body.voicePercent ?? null,
    voiceDeckId: body.voiceDeckId ?? null,
    numberPrice: body.numberPrice ? parseMoney(body.numberPrice) : null,
    numberPercent: body.numberPercent ?? null,
    trunkPercent: body.trunkPercent ?? null,
  };
  const byDestination = await readByDestination(tx.db);
  const flat = await readFlatRates(tx.db, config, tx.now);
  const numbers = await readNumberRates(tx.db, tx.now);
  const reseller = await readTariff(tx.db, of.resellerId);
  requireWithinRates(prices, { flat, numbers }, reseller, { now: tx.now, byDestination });
  const userId = of.customerId ?? of.resellerId;
  await setDecks(context, { userId, prices, body });
  const rates = {
    sms: byDestination.sms ? null : [flat.sms],
    voice: byDestination.voice ? null : [flat.voice],
    number: numbers,
    trunk: null,
  };
  const changes = await toldChanges(
    tx.db,
    await writePrices(tx, { config }, { of, wanted: prices, mayRaise: body.mayRaise, reseller, rates }),
  );
  const whose = of.customerId === null ? 'list' : 'customer';
  await audit(tx, actor, 'price_list.changed', { subject: of.subject, userId, detail: { whose, changes } });
  return readPrices({ db: tx.db, config, now: tx.now }, of);
}

/**
 * A deck that was chosen before stays, even where it is not offered any more; so does that of single destinations whose
 * prices are the same.
 * @throws validation_failed
 */
async function setDecks(
  context: Parameters<typeof setPrices>[0],
  { userId, prices, body }: { userId: string; prices: PriceList; body: BodyOf<typeof setPriceList> },
): Promise<void> {
  const { tx } = context;
  const held = await readList(tx.db, userId);
  const announced = withRaises(held, await readRaises(tx.db, userId));
  for (const service of RATED_SERVICES) {
    const field = `${service}DeckId` as const;
    const destinations = body[`${service}Destinations`];
    const known = [];
    for (const id of new Set([held?.[field], announced?.[field]])) if (id) known.push(await deckOf(tx.db, id));
    const wanted = prices[field];
    if (destinations.length > 0) {
      const same = known.find((deck) => isSameDestinations(deck.destinations, destinations));
      const single = { service, name: newId(tx.clock), destinations, hidden: true };
      prices[field] = same?.id ?? (await createDestinations(context, single));
    } else if (wanted !== null && !known.some(({ deckId }) => deckId === wanted)) {
      await requireOffered(tx, { deckId: wanted, service, field });
    }
  }
}

/** A service sold by a deck has no single rate: whatever is set here, a customer never pays less than the reseller. */
function requireWithinRates(
  prices: PriceList,
  { flat, numbers }: { flat: FlatRates; numbers: readonly Rates[] },
  reseller: Buyer,
  { now, byDestination }: { now: Date; byDestination: Record<RatedService, boolean> },
): void {
  for (const service of RATED_SERVICES) {
    if (!byDestination[service])
      requireWithin(service, service, prices[service], { reseller, now, rates: flat[service] });
  }
  const dearest = numbers.at(-1);
  // One price for all countries must cover the most expensive of them.
  if (dearest) requireWithin('number', 'numberPrice', prices.numberPrice, { reseller, now, rates: dearest });
  for (const subject of ['number', 'trunk'] as const) {
    const percent = ownPercent(reseller, subject, now);
    const wanted = prices[`${subject}Percent`];
    if (wanted !== null && wanted < percent)
      throw invalidField(`${subject}Percent`, sentence('ownRatePercent', { percent }));
  }
}

function requireWithin(
  subject: PricedSubject,
  field: string,
  price: Money | null,
  { reseller, now, rates }: { reseller: Buyer; now: Date; rates: Rates },
): void {
  if (price === null) return;
  const rate = ownRate(reseller, subject, now, rates);
  if (price < rate) throw invalidField(field, sentence('ownRate', { amount: `£${formatMoney(rate)}` }));
  const most = mostOf(rates.standard);
  if (price <= most) return;
  const values = { amount: `£${formatMoney(most)}`, times: MOST_TIMES_OURS };
  throw invalidField(field, sentence('priceMost', values));
}

/** The percentage of the standard price that a reseller pays. */
const ownPercent = (reseller: Buyer, subject: 'number' | 'trunk', now: Date): number =>
  apartOf(reseller, subject, now)?.percent ??
  (subject === 'number' && isReseller(reseller, now) ? RESELLER_NUMBER_PERCENT : 100);

async function presentList(db: Queryable, list: PriceList | null): Promise<Prices['own']> {
  const [sms, voice] = [await deckOf(db, list?.smsDeckId), await deckOf(db, list?.voiceDeckId)];
  return {
    sms: pounds(list?.sms),
    smsPercent: list?.smsPercent ?? null,
    smsDeckId: sms.deckId,
    smsDestinations: sms.destinations,
    voice: pounds(list?.voice),
    voicePercent: list?.voicePercent ?? null,
    voiceDeckId: voice.deckId,
    voiceDestinations: voice.destinations,
    numberPrice: pounds(list?.numberPrice),
    numberPercent: list?.numberPercent ?? null,
    trunkPercent: list?.trunkPercent ?? null,
  };
}

/** The deck of an entry, as it is shown: single destinations by what they cost. */
async function deckOf(db: Queryable, id: string | null = null) {
  const destinations = id === null ? null : await readDestinations(db, id);
  return { id, deckId: destinations ? null : id, destinations: destinations ?? [] };
}

const pounds = (money: Money | null | undefined): string | null => (money ? formatMoney(money) : null);
