import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import type { Deps } from '../../services/deps.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import { nextDay } from '../../money/allowances/spend-limits.ts';
import { type liftLimit as contract, type Limits, MAX_LIFT_DAYS } from './contract.ts';
import { tellLimits } from './get-limits.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/**
 * Lifts an account's spend limits until a given time, by default the end of the UTC day; null ends the lift.
 * The lift ends by itself, and closed countries stay closed.
 * @throws validation_failed (until), not_found
 */
export async function liftLimit(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, body: { until } }: { userId: string; body: BodyOf<typeof contract> },
): Promise<Limits> {
  const limitLiftedUntil = momentOf(until, tx.now);
  const [user] = await tx.db
    .update(users)
    .set({ limitLiftedUntil, updatedAt: tx.now })
    .where(eq(users.id, userId))
    .returning({ email: users.email });
  if (!user) throw notFound('User');
  const detail = { until: limitLiftedUntil?.toISOString() ?? null };
  await audit(tx, actor, 'limit.lifted', { subject: user.email, userId, detail });
  return tellLimits(tx, deps, userId);
}

function momentOf(until: string | null | undefined, now: Date): Date | null {
  if (until === undefined) return nextDay(now);
  if (until === null) return null;
  const moment = new Date(until);
  const ahead = moment.getTime() - now.getTime();
  if (ahead <= 0 || ahead > MAX_LIFT_DAYS * DAY_MS) {
    throw invalidField('until', sentence('withinDays', { count: MAX_LIFT_DAYS }));
  }
  return moment;
}
