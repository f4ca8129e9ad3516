import { countParts } from '../../../money/pricing/parts.ts';
import { quoteRecipients } from '../../../money/pricing/quote-recipients.ts';
import type { ResponseOf } from '../../../platform/kit/endpoint.ts';
import { add, formatMoney, parseMoney, ZERO } from '../../../platform/kit/money.ts';
import type { Deps } from '../../deps.ts';
import type { quoteSms as endpoint } from '../contract.ts';
import { placesBelowCost } from './require-above-cost.ts';
import { parseRecipients } from './parse-recipients.ts';

/**
 * The price of a message for an account, by destination.
 * @throws validation_failed (recipients)
 */
export async function quoteSms(
  deps: Deps,
  { userId, recipients, message }: { userId: string; recipients: readonly string[]; message: string },
): Promise<ResponseOf<typeof endpoint>> {
  const all = [...(await parseRecipients(recipients)).keys()];
  const lost = new Set(await placesBelowCost(deps, { userId, numbers: all, message, personal: null }));
  const numbers = all.filter((_, place) => !lost.has(place));
  const sold =
    numbers.length === 0
      ? []
      : await quoteRecipients(deps.db, {
          ...{ userId, now: deps.clock.now(), numbers },
          parts: countParts(message).parts,
          shortParts: countParts(message, '160/153').parts,
        });
  const unsold = lost.size > 0 ? [{ name: null, rate: null, recipients: lost.size, cost: '0.0000' }] : [];
  const total = sold.map(({ cost }) => parseMoney(cost)).reduce(add, ZERO);
  return { total: formatMoney(total, 4), destinations: [...unsold, ...sold] };
}
