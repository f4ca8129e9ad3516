import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { requireApproval } from './approvals/require.ts';
import { dropWaitingOf } from './approvals/waiting.ts';
import { type Actor, audit } from './audit.ts';
import type { User } from './contract.ts';
import { readUser } from './present-user.ts';
import { isLastAdministrator, oneAfterAnother, requireActive } from './suspend.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { Duty } from '../platform/kit/duties.ts';
import { Problem, sentence } from '../platform/kit/errors.ts';
import type { Config } from './config.ts';
import { lockUser } from './require-user.ts';

/**
 * Says what another administrator may do. What they asked for, and payments that they approved as the first one, wait no
 * longer; their streams begin anew, with the events of their new duty.
 * @throws account_suspended (the caller, a moment ago), not_found, not_allowed_now (themselves, no administrator, the last
 *   one who may do everything), approval_needed
 */
export async function changeDuty(
  { tx, deps, actor }: { tx: Transaction; deps: { config: Pick<Config, 'approvalAboveGbp'> }; actor: Actor },
  { userId, duty, agreed = false }: { userId: string; duty: Duty | null; agreed?: boolean },
): Promise<User> {
  await oneAfterAnother(tx);
  await requireActive(tx, actor);
  const account = await lockUser(tx, userId, 'update');
  if (userId === actor.id) throw new Problem('not_allowed_now', sentence('ownDuty'));
  if (account.role !== 'admin') throw new Problem('not_allowed_now', sentence('dutyOfAdmins'));
  if (account.duty === duty) return readUser(tx.db, userId);
  if (account.duty === null && (await isLastAdministrator(tx, userId)))
    throw new Problem('not_allowed_now', sentence('lastAdminDuty'));
  requireApproval({ deps, actor, agreed }, { kind: 'duty', userId, duty });
  await setDuty({ tx, actor }, account, duty);
  await dropWaitingOf(tx, { requestedBy: userId, by: actor.id });
  tx.endCredentials({ userId });
  return readUser(tx.db, userId);
}

/** Writes what an administrator may do from now on, and records it. */
export async function setDuty(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { id, email }: Pick<User, 'id' | 'email'>,
  duty: Duty | null,
): Promise<void> {
  await tx.db.update(users).set({ duty, dutySince: tx.now, updatedAt: tx.now }).where(eq(users.id, id));
  await audit(tx, actor, 'account.duty_changed', { subject: email, userId: id, detail: { duty: duty ?? 'all' } });
}
