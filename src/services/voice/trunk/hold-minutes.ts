import type { Config } from '../../config.ts';
import type { CallRow } from '../present-call.ts';

/** A trunk's call begins with so many minutes, so that a small balance carries as many calls as were bought. */
export const HOLD_MINUTES = 3;
/** So long before its end it gets more. */
const LEAD_MS = 90_000;

/** The minutes of the longest call of a trunk. */
export const longestOf = ({ sipCallSeconds }: Pick<Config, 'sipCallSeconds'>): number =>
  Math.ceil(sipCallSeconds / 60);

/** How many minutes a call gets next: a long one in larger steps, as each is an entry of the account's statement. */
export const nextMinutes = (config: Pick<Config, 'sipCallSeconds'>, { maxMinutes }: CallRow): number =>
  Math.min(Math.max(HOLD_MINUTES, Math.ceil(maxMinutes / 4)), longestOf(config) - maxMinutes);

/** From when on a call of a trunk gets more minutes; null for any other call, and before it is answered. */
export function lengthenedFrom({
  origin,
  answeredAt,
  maxMinutes,
}: Pick<CallRow, 'origin' | 'answeredAt' | 'maxMinutes'>): Date | null {
  if (origin !== 'trunk' || answeredAt === null) return null;
  return new Date(answeredAt.getTime() + maxMinutes * 60_000 - LEAD_MS);
}
