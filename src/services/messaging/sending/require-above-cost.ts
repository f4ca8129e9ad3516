import { type BelowCost, findBelowCost } from '../../../money/pricing/find-below-cost.ts';
import { countParts } from '../../../money/pricing/parts.ts';
import { notSold } from '../../../money/pricing/read-price.ts';
import type { Deps } from '../../deps.ts';
import type { PersonalTexts } from './write-personal-texts.ts';

interface ToSend {
  userId: string;
  numbers: readonly string[];
  message: string;
  /** Each number's own text; null if all get the message's text. */
  personal: PersonalTexts | null;
}

type Asked = Pick<Deps, 'db' | 'clock' | 'carriers' | 'costsInUse'>;

/**
 * The indexes of the numbers that are not sold because every carrier asks more than we would earn, or because no
 * carrier may be given them, and what the others risk where they may be sold below cost (`BelowCost.risks`). If no
 * carrier's prices are known and none is limited, the database is not asked.
 */
export async function readBelowCost(
  { db, clock, carriers, costsInUse }: Asked,
  { userId, numbers, message, personal }: ToSend,
): Promise<Pick<BelowCost, 'places' | 'risks'>> {
  if (!costsInUse.messages) return { places: [], risks: null };
  const found = await findBelowCost(db, {
    ...{ userId, numbers, now: clock.now(), carriers: carriers.names },
    parts: personal?.parts.join(',') ?? countParts(message).parts,
    shortParts: personal?.shortParts.join(',') ?? countParts(message, '160/153').parts,
  });
  costsInUse.saw(found.known || found.limited);
  return found;
}

/**
 * What the numbers of a message count against the spend limits where that is more than their price (`BelowCost.risks`).
 * @throws destination_not_sold naming the first number that would be sold below cost, or that no carrier may be given
 */
export async function requireAboveCost(deps: Asked, message: ToSend): Promise<string | null> {
  const { places, risks } = await readBelowCost(deps, message);
  const first = message.numbers[places[0] ?? -1];
  if (first !== undefined) throw notSold(first, places.length - 1);
  return risks;
}
