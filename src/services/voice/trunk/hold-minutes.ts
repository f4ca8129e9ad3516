import type { Config } from '../../config.ts';
import type { CallRow } from '../read-call.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';

/** An edge's call begins with so many minutes, so that a small balance carries as many calls as were bought. */
const HOLD_MINUTES = 3;
/** So long before its end it gets more. */
const LEAD_MS = 90_000;

/** The minutes of the longest call of an edge. */
const longestOf = ({ sipCallSeconds }: Pick<Config, 'sipCallSeconds'>): number => Math.ceil(sipCallSeconds / 60);

/** The minutes with which an edge's call begins. */
export const firstMinutes = (config: Pick<Config, 'sipCallSeconds'>): number =>
  Math.min(HOLD_MINUTES, longestOf(config));

/** How many minutes a call gets next: a long one in larger steps, as each is an entry of the account's statement. */
export const nextMinutes = (config: Pick<Config, 'sipCallSeconds'>, { maxMinutes }: CallRow): number =>
  Math.min(Math.max(HOLD_MINUTES, Math.ceil(maxMinutes / 4)), longestOf(config) - maxMinutes);

/**
 * From when on a call of a trunk, or the leg of a forwarding, gets more minutes; null for any other call, and before it is
 * answered. Legs of carriers have all minutes from the beginning: there is nobody who could be told of more.
 */
export function lengthenedFrom({
  origin,
  parentId,
  answeredAt,
  maxMinutes,
}: Pick<CallRow, 'origin' | 'parentId' | 'answeredAt' | 'maxMinutes'>): Date | null {
  const isPaidLeg = parentId !== null && origin !== 'incoming';
  if (!(origin === 'trunk' || isPaidLeg) || answeredAt === null) return null;
  return new Date(answeredAt.getTime() + maxMinutes * MINUTE_MS - LEAD_MS);
}
