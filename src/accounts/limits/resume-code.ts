import { and, eq, isNull } from 'drizzle-orm';
import { suddenRises, users } from '../../../db/schema/index.ts';
import type { ActingWith } from '../../callers/acting.ts';
import { audit } from '../../callers/audit.ts';
import type { Deps } from '../../services/deps.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { type Limits, type resumeCode as contract } from './contract.ts';
import { limitsChangedEvent } from '../../money/allowances/events.ts';
import { getLimits } from './get-limits.ts';
import { lockUser } from '../../callers/require-user.ts';

/**
 * Allows messages and calls again to numbers that begin with digits that were stopped after a sudden rise. It needs a
 * session and not a key, because the stop protects against a stolen key.
 * @throws not_found, also if they are not stopped
 */
export async function resumeCode(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, body: { code } }: { userId: string; body: BodyOf<typeof contract> },
): Promise<Limits> {
  const before = await lockUser(tx, userId);
  if (!before.stoppedCodes.includes(code)) throw notFound('Stopped destination');
  const stoppedCodes = before.stoppedCodes.filter((each) => each !== code);
  await tx.db.update(users).set({ stoppedCodes, updatedAt: tx.now }).where(eq(users.id, userId));
  await tx.db
    .update(suddenRises)
    .set({ resumedAt: tx.now })
    .where(and(eq(suddenRises.userId, userId), eq(suddenRises.code, code), isNull(suddenRises.resumedAt)));
  await audit(tx, actor, 'destination.resumed', { subject: before.email, userId, detail: { code } });
  const after = await getLimits(tx.db, deps, { userId, now: tx.now });
  tx.publish(limitsChangedEvent, userId, { userId, liftedUntil: after.liftedUntil });
  return after;
}
