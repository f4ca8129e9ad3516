import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { ActingWith } from '../../callers/acting.ts';
import { audit } from '../../callers/audit.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import type { Deps } from '../../services/deps.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { type Limits, type openDestinations as contract } from './contract.ts';
import { limitsChangedEvent } from '../../money/allowances/events.ts';
import { getLimits } from './get-limits.ts';
import { lockUser } from '../../callers/require-user.ts';

/**
 * Sets which closed destinations are open for an account, as one complete list of risky ranges and countries. It
 * holds from the next message or call on. Where two administrators must agree, one alone can only close.
 * @throws approval_needed, not_found
 */
export async function openDestinations(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  {
    userId,
    body: { destinations, reason },
    agreed,
  }: { userId: string; body: BodyOf<typeof contract>; agreed?: boolean },
): Promise<Limits> {
  const before = await lockUser(tx, userId);
  const openedDestinations = [...new Set<string>(destinations)].toSorted();
  if (openedDestinations.some((destination) => !before.openedDestinations.includes(destination))) {
    const wanted = { kind: 'destinations', userId, destinations: openedDestinations, reason } as const;
    requireApproval({ deps, actor, agreed }, wanted);
  }
  await tx.db.update(users).set({ openedDestinations, updatedAt: tx.now }).where(eq(users.id, userId));
  await audit(tx, actor, 'destinations.opened', {
    subject: before.email,
    userId,
    detail: { destinations: { from: before.openedDestinations, to: openedDestinations }, reason },
  });
  const after = await getLimits(tx.db, deps, { userId, now: tx.now });
  tx.publish(limitsChangedEvent, userId, { userId, liftedUntil: after.liftedUntil });
  return after;
}
