import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { ActingWith } from '../../callers/acting.ts';
import { audit } from '../../callers/audit.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import type { Deps } from '../../services/deps.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { type Limits, type setCallsAtOnce as contract } from './contract.ts';
import { limitsChangedEvent } from '../../money/allowances/events.ts';
import { getLimits } from './get-limits.ts';
import { lockUser } from '../../callers/require-user.ts';

/**
 * Sets how many calls an account may have at one time; calls that are already running continue. Where two
 * administrators must agree, one alone can only lower the number.
 * @throws approval_needed, not_found
 */
export async function setCallsAtOnce(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, body: { callsAtOnce }, agreed }: { userId: string; body: BodyOf<typeof contract>; agreed?: boolean },
): Promise<Limits> {
  const before = await lockUser(tx, userId);
  if (before.callsAtOnce !== null && (callsAtOnce === null || callsAtOnce > before.callsAtOnce)) {
    requireApproval({ deps, actor, agreed }, { kind: 'calls_at_once', userId, callsAtOnce });
  }
  await tx.db.update(users).set({ callsAtOnce, updatedAt: tx.now }).where(eq(users.id, userId));
  await audit(tx, actor, 'calls_at_once.changed', {
    subject: before.email,
    userId,
    detail: { callsAtOnce: { from: before.callsAtOnce, to: callsAtOnce } },
  });
  const after = await getLimits(tx.db, deps, { userId, now: tx.now });
  tx.publish(limitsChangedEvent, userId, { userId, liftedUntil: after.liftedUntil });
  return after;
}
