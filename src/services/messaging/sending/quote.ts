import { countParts } from '../../../money/pricing/parts.ts';
import { quoteRecipients } from '../../../money/pricing/quote-recipients.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { add, formatMoney, parseMoney, ZERO } from '../../../platform/kit/money.ts';
import { isLookingUp } from '../../../carriers/number-facts/look-up-numbers.ts';
import { placesOfFixedLines } from '../../../carriers/number-facts/places-of-fixed-lines.ts';
import type { Deps } from '../../deps.ts';
import type { quoteSms as endpoint } from '../contract.ts';
import { optedOutOf } from '../opt-outs/opted-out-of.ts';
import { readBelowCost } from './require-above-cost.ts';
import { parseRecipients } from './parse-recipients.ts';
import { personalise } from './write-personal-texts.ts';

/**
 * The price of a message for an account, by destination, exactly as it will be charged.
 * @param fields one per element of `recipients`, as of a message that is sent
 * @throws validation_failed (recipients, fields)
 */
export async function quoteSms(
  deps: Deps,
  { userId, recipients, message, fields }: { userId: string } & BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await parseRecipients(recipients);
  const all = [...rows.keys()];
  const personal = await personalise({ message, recipients, fields }, [...rows.values()]);
  const lost = new Set([
    ...(await readBelowCost(deps, { userId, numbers: all, message, personal })).places,
    ...(isLookingUp(deps) ? await placesOfFixedLines(deps, all) : []),
  ]);
  const optedOut = await optedOutOf(deps.db, { userId, numbers: all });
  const isSold = (_: unknown, place: number) => !lost.has(place) && !optedOut.has(all[place] ?? '');
  const numbers = all.filter(isSold);
  const sold =
    numbers.length === 0
      ? []
      : await quoteRecipients(deps.db, {
          ...{ userId, now: deps.clock.now(), numbers },
          parts: countParts(message).parts,
          shortParts: countParts(message, '160/153').parts,
          personal: personal && {
            parts: personal.parts.filter(isSold),
            shortParts: personal.shortParts.filter(isSold),
          },
        });
  const notSold = [...lost].filter((place) => !optedOut.has(all[place] ?? '')).length;
  const unsold = notSold > 0 ? [{ name: null, rate: null, recipients: notSold, cost: '0.0000' }] : [];
  const total = sold.map(({ cost }) => parseMoney(cost)).reduce(add, ZERO);
  return { total: formatMoney(total, 4), optedOut: optedOut.size, destinations: [...unsold, ...sold] };
}
