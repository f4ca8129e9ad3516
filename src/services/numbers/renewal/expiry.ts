import { addMonths } from '../../../platform/kit/months.ts';
import { EXPIRING_DAYS, GRACE_DAYS, HOLD_MINUTES } from '../catalogue.ts';
import type { NumberState } from '../contract.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/kit/durations.ts';

const later = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds);

export const holdEnd = (now: Date): Date => later(now, HOLD_MINUTES * MINUTE_MS);

/** The expiry of a number for which this many months are paid. */
export const expiryOf = (purchasedAt: Date, monthsPaid: number): Date => addMonths(purchasedAt, monthsPaid);

/** The end of the owner's grace period. */
export const graceEnd = (expiresAt: Date): Date => later(expiresAt, GRACE_DAYS * DAY_MS);

/** A number that expired at this time or earlier no longer belongs to anybody. */
export const lapsedBefore = (now: Date): Date => later(now, -GRACE_DAYS * DAY_MS);

/** A number that expires before this time is shown as expiring. */
export const expiringUntil = (now: Date): Date => later(now, EXPIRING_DAYS * DAY_MS);

/** The state of the expiry that an owner sees now. */
export function stateOf(expiresAt: Date, now: Date): NumberState {
  if (expiresAt <= now) return 'expired';
  return expiresAt <= expiringUntil(now) ? 'expiring' : 'active';
}
