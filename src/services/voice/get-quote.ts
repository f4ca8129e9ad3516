import type { Deps } from '../deps.ts';
import { quoteCall } from '../../money/ledger/quote-call.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { type getCallQuote, MAX_CALL_MINUTES } from './contract.ts';
import { parseNumber } from './parse-number.ts';

/**
 * What a call costs this account at this moment, and how long it might last.
 * @throws validation_failed (destination), not_found
 */
export async function getQuote(
  { db, clock, config }: Deps,
  { userId, destination }: { userId: string; destination?: string | undefined },
): Promise<ResponseOf<typeof getCallQuote>> {
  const { rate, packageMinutes, maxMinutes } = await quoteCall(db, {
    userId,
    destination: destination === undefined ? null : parseNumber(destination, 'destination'),
    now: clock.now(),
    wanted: MAX_CALL_MINUTES,
    standardRate: config.voiceRateGbp,
  });
  return { ratePerMinute: formatMoney(rate, 4), packageMinutes, maxMinutes };
}
