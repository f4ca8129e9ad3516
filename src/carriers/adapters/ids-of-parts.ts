import type { Accepted } from '../port.ts';

/**
 * Reads a carrier's ids of the parts of one message: the message's own id, and those of all parts that are
 * reported on. A part without an id is never reported on, and some carriers give one id to all.
 * @returns null if there is no id at all
 */
export function idsOfParts(
  ids: readonly (string | undefined)[],
): Pick<Accepted, 'carrierMessageId' | 'partIds'> | null {
  const known = [...new Set(ids.flatMap((id) => id || []))];
  const carrierMessageId = known.at(-1);
  if (carrierMessageId === undefined) return null;
  return { carrierMessageId, partIds: known.length > 1 ? known : undefined };
}
