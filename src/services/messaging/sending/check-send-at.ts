import { invalidField, sentence } from '../../../platform/kit/errors.ts';
import { fault } from '../../../platform/kit/faults.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/kit/durations.ts';

/** A time up to this long ago still means now, because clocks differ and clients repeat lost requests. */
const TOLERANCE_MS = 5 * MINUTE_MS;
const FURTHEST_DAYS = 90;

/**
 * The time at which a message is to be sent; null for at once.
 * @param given ISO 8601
 * @throws validation_failed
 */
export function checkSendAt(given: string | null, now: Date): Date | null {
  if (given === null) return null;
  const at = new Date(given);
  requireAhead('sendAt', at, now);
  requireNear(at, now);
  return at > now ? at : null;
}

/** Refuses a time that is over. @throws validation_failed */
export function requireAhead(field: 'sendAt' | 'startAt', at: Date, now: Date): void {
  if (at.getTime() < now.getTime() - TOLERANCE_MS) throw invalidField(field, fault('timePast'));
}

/**
 * Refuses a time that is too long after a message was accepted.
 * @throws validation_failed
 */
export function requireNear(at: Date, accepted: Date): void {
  if (at.getTime() - accepted.getTime() > FURTHEST_DAYS * DAY_MS)
    throw invalidField('sendAt', sentence('withinDays', { count: FURTHEST_DAYS }));
}
