import type { InvoiceItem, InvoiceLine, VatTreatment } from '../../../db/enums.ts';
import { add, formatMoney, fromUnits, type Money, parseMoney, subtract, ZERO } from '../../platform/kit/money.ts';
import rates from './vat-rates.json' with { type: 'json' };
import { countryOfVatNumber } from '../../shared/vat-number.ts';

/** How an invoice is taxed: per cent as a decimal string, and where the rate is from. */
export interface Vat {
  treatment: VatTreatment;
  rate: string;
  source: string | null;
}

interface Sale {
  seller: { country: string | null; vatNumber: string | null };
  buyer: { country: string | null; isBusiness: boolean; vatNumber: string | null; hasValidNumber: boolean };
  /** The day whose rate holds: the last one of what the invoice is about. */
  day: string;
}

/** The standard rate of a country that has one in `vat-rates.json`, on a day. */
const rateOf = (country: string, day: string) =>
  rates
    .filter((each) => each.country === country && each.from <= day)
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .at(-1);

/**
 * Telecommunication services are taxed where the customer is: at home at the seller's rate, a business with a VAT number
 * of its own country accounts for it itself, a person pays the rate of their country, and nobody elsewhere. A customer whose
 * country is not known counts as at home.
 */
export function decideVat({ seller, buyer, day }: Sale): Vat {
  if (!seller.vatNumber || !seller.country) return { treatment: 'exempt', rate: '0', source: null };
  const country = buyer.country ?? seller.country;
  const rate = rateOf(country, day);
  if (!rate) return { treatment: 'zero', rate: '0', source: null };
  const hasNumber = buyer.hasValidNumber && buyer.vatNumber !== null && countryOfVatNumber(buyer.vatNumber) === country;
  if (country !== seller.country && buyer.isBusiness && hasNumber)
    return { treatment: 'reverse', rate: '0', source: null };
  return { treatment: 'standard', rate: rate.percent, source: rate.source };
}

const PENNY = 100n;
const HUNDRED = parseMoney('100');

/** The VAT that a price contains, to the nearest penny. */
function vatWithin(gross: Money, rate: string): Money {
  const percent = parseMoney(rate);
  const [over, under] = [gross * percent, (HUNDRED + percent) * PENNY];
  return fromUnits(((over + under / 2n) / under) * PENNY);
}

/** An invoice's sums, from what its lines cost with VAT; the pennies of rounding are the last line's. */
export function taxed(
  items: readonly { item: InvoiceItem; gross: Money }[],
  rate: string,
): { lines: InvoiceLine[]; gross: Money; vat: Money } {
  const gross = items.reduce((sum, each) => add(sum, each.gross), ZERO);
  const vat = vatWithin(gross, rate);
  let left = subtract(gross, vat);
  const lines = items.map(({ item, gross: part }, index) => {
    const net = index === items.length - 1 ? left : netOf(part, rate);
    left = subtract(left, net);
    return { item, net: formatMoney(net) };
  });
  return { lines, gross, vat };
}

/** A line may be below zero, where more was given back than used. */
const netOf = (part: Money, rate: string): Money =>
  part < ZERO ? subtract(ZERO, netOf(subtract(ZERO, part), rate)) : subtract(part, vatWithin(part, rate));
