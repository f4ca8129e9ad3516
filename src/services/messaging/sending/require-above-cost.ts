import { type BelowCost, findBelowCost } from '../../../money/pricing/find-below-cost.ts';
import { countParts } from '../../../shared/parts.ts';
import { notSold } from '../../../money/pricing/read-price.ts';
import { carryingSender } from '../../../carriers/routing/traffic-rules.ts';
import { Problem, fieldError, sentence } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import type { PersonalTexts } from './write-personal-texts.ts';

interface ToSend {
  userId: string;
  /** Undefined where it is not known yet: then any carrier could take the message. */
  senderId: string | undefined;
  numbers: readonly string[];
  message: string;
  /** Each number's own text; null if all get the message's text. */
  personal: PersonalTexts | null;
}

type Asked = Pick<Deps, 'planned' | 'sql' | 'clock' | 'carriers' | 'costsInUse'>;

/** The carriers' objections to a message before it is sent. */
type Uncarried = Pick<BelowCost, 'places' | 'risks'> & {
  /** False: no carrier takes messages from its sender, whatever the destination. */
  carriesSender: boolean;
};

/**
 * The indexes of the numbers that are not sold because every carrier asks more than we would earn, or because no
 * carrier may be given them, and what the others risk where they may be sold below cost (`BelowCost.risks`): of the
 * carriers that take its sender. If no carrier's prices are known and none is limited, the database is not asked.
 */
export async function readBelowCost(
  deps: Asked,
  { userId, senderId, numbers, message, personal }: ToSend,
): Promise<Uncarried> {
  const { clock, costsInUse } = deps;
  const { names } = deps.carriers;
  if (!costsInUse.messages) return { places: [], risks: null, carriesSender: true };
  const { carriers, limited } = await carryingSender(deps, senderId, names);
  if (carriers.length === 0) return { places: [], risks: null, carriesSender: false };
  const ofEach = (parts: number) => numbers.map(() => parts);
  const found = await findBelowCost(deps, {
    ...{ userId, numbers, now: clock.now(), carriers },
    parts: personal?.parts ?? ofEach(countParts(message).parts),
    shortParts: personal?.shortParts ?? ofEach(countParts(message, '160/153').parts),
  });
  costsInUse.saw(found.known || found.limited || limited);
  return { ...found, carriesSender: true };
}

/**
 * Returns the amounts that the numbers of a message count against the spend limits where they are more than
 * their price (`BelowCost.risks`).
 * @throws sender_not_allowed if no carrier takes messages from its sender; destination_not_sold naming the
 * first number
 *   that would be sold below cost, or that no carrier may be given
 */
export async function requireAboveCost(deps: Asked, message: ToSend): Promise<string | null> {
  const { places, risks, carriesSender } = await readBelowCost(deps, message);
  if (!carriesSender) {
    const words = senderNotCarried(message.senderId);
    throw new Problem('sender_not_allowed', words, { fields: [fieldError('senderId', words)] });
  }
  const first = message.numbers[places[0] ?? -1];
  if (first !== undefined) throw notSold(first, places.length - 1);
  return risks;
}

/** @param sender that no carrier takes */
export const senderNotCarried = (sender = '') => sentence('senderNotCarried', { name: sender });
