import type { Deps } from '../deps.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import { quoteCall } from '../../money/ledger/set-aside.ts';
import { type getCallQuote, MAX_CALL_MINUTES } from './contract.ts';

/** What a call costs this account at this moment, and how long it might last. @throws not_found */
export async function getQuote(deps: Deps, userId: string): Promise<ResponseOf<typeof getCallQuote>> {
  const { rate, packageMinutes, maxMinutes } = await quoteCall(deps.db, userId, deps.clock.now(), {
    wanted: MAX_CALL_MINUTES,
    standardRate: deps.config.voiceRateGbp,
  });
  return { ratePerMinute: formatMoney(rate, 4), packageMinutes, maxMinutes };
}
