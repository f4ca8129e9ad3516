import { requireUser } from '../../callers/require-user.ts';
import { closedToCalls, requireOpen } from '../../money/allowances/closed-destinations.ts';
import { requireProved } from '../../money/trial/require-proved.ts';
import { canCall } from './running/calling-carriers.ts';
import type { Deps } from '../deps.ts';
import { quoteCall } from '../../money/ledger/quote-call.ts';
import type { CallTerms } from '../../money/pricing/call-cost.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { type getCallQuote, MAX_CALL_MINUTES } from './contract.ts';
import { parseNumber } from './parse-number.ts';

/**
 * The present price of a call and of its leg for this account, and how long it may last.
 * @throws validation_failed (destination, forwardTo), not_found, destination_closed, destination_not_sold
 */
export async function getQuote(
  { db, clock, config, carriers }: Deps,
  given: { userId: string; destination?: string | undefined; forwardTo?: string | undefined },
): Promise<ResponseOf<typeof getCallQuote>> {
  const { userId } = given;
  const { country } = await requireUser({ db }, userId);
  const numberIn = (field: 'destination' | 'forwardTo') =>
    given[field] === undefined ? null : parseNumber(given[field], field, country);
  const [destination, forwardTo] = [numberIn('destination'), numberIn('forwardTo')];
  // A price of what cannot be called would promise a call.
  if (destination !== null) {
    const numbers = [destination, ...(forwardTo === null ? [] : [forwardTo])];
    const countries = await closedToCalls(db, config.allowances.closedCountries);
    const pathOf = (place: number) => (place === 0 ? 'destination' : 'forwardTo');
    await requireOpen(db, { userId, numbers, countries, pathOf });
    await requireProved({ db, config }, { userId, numbers }, pathOf);
  }
  const { terms, name, leg, trunkMinutes, maxMinutes, reserved } = await quoteCall(db, {
    userId,
    destination,
    forwardTo,
    now: clock.now(),
    wanted: MAX_CALL_MINUTES,
    flatRate: config.voiceRateGbp,
    carriers: canCall(carriers),
  });
  return {
    ...presentTerms(terms, name),
    packageMinutes: trunkMinutes,
    leg: leg && presentTerms(leg.terms, leg.name),
    maxMinutes,
    reserved: formatMoney(reserved, 4),
  };
}

const presentTerms = (terms: CallTerms | null, destinationName: string | null) => ({
  ratePerMinute: terms && formatMoney(terms.rate, 4),
  connectionFee: terms && formatMoney(terms.fee, 4),
  firstInterval: terms?.firstInterval ?? null,
  nextInterval: terms?.nextInterval ?? null,
  destinationName,
});
