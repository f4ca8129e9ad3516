import { addMonths } from '../../../platform/kit/months.ts';
import { EXPIRING_DAYS, GRACE_DAYS, HOLD_MINUTES } from '../catalogue.ts';
import type { NumberState } from '../contract.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const later = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds);

export const holdEnd = (now: Date): Date => later(now, HOLD_MINUTES * MINUTE_MS);

/** When a number expires of which so many months are paid. */
export const expiryOf = (purchasedAt: Date, monthsPaid: number): Date => addMonths(purchasedAt, monthsPaid);

/** Until when an expired number is still its owner's. */
export const graceEnd = (expiresAt: Date): Date => later(expiresAt, GRACE_DAYS * DAY_MS);

/** A number that expired at this moment or before no longer belongs to anybody. */
export const lapsedBefore = (now: Date): Date => later(now, -GRACE_DAYS * DAY_MS);

/** A number that expires until then shows as expiring. */
export const expiringUntil = (now: Date): Date => later(now, EXPIRING_DAYS * DAY_MS);

/** What an owner sees of the expiry at this moment. */
export function stateOf(expiresAt: Date, now: Date): NumberState {
  if (expiresAt <= now) return 'expired';
  return expiresAt <= expiringUntil(now) ? 'expiring' : 'active';
}
