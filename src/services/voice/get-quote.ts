import { canCall } from './running/calling-carriers.ts';
import type { Deps } from '../deps.ts';
import { quoteCall } from '../../money/ledger/quote-call.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { type getCallQuote, MAX_CALL_MINUTES } from './contract.ts';
import { parseNumber } from './parse-number.ts';

/**
 * The present price of a call for this account, and how long it may last.
 * @throws validation_failed (destination), not_found, destination_not_sold
 */
export async function getQuote(
  { db, clock, config, carriers }: Deps,
  { userId, destination }: { userId: string; destination?: string | undefined },
): Promise<ResponseOf<typeof getCallQuote>> {
  const { terms, name, packageMinutes, maxMinutes } = await quoteCall(db, {
    userId,
    destination: destination === undefined ? null : parseNumber(destination, 'destination'),
    now: clock.now(),
    wanted: MAX_CALL_MINUTES,
    flatRate: config.voiceRateGbp,
    carriers: canCall(carriers),
  });
  return {
    ratePerMinute: terms && formatMoney(terms.rate, 4),
    connectionFee: terms && formatMoney(terms.fee, 4),
    firstInterval: terms?.firstInterval ?? null,
    nextInterval: terms?.nextInterval ?? null,
    destinationName: name,
    packageMinutes,
    maxMinutes,
  };
}
