import { and, count, eq, isNull, ne, sql as template } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Transaction } from '../platform/events/transact.ts';
import { Problem, sentence } from '../platform/kit/errors.ts';
import { changeTotals } from '../platform/totals/total-changes.ts';
import { type Actor, audit } from './audit.ts';
import { requireNotClosed } from './closing/is-closed.ts';
import type { User } from './contract.ts';
import { forbidden, suspended } from './caller.ts';
import { readUser } from './present-user.ts';
import { userStatusEvent } from './events.ts';
import type { Config } from './config.ts';
import { requireApproval } from './approvals/require.ts';
import { notifyReseller } from './notify-reseller.ts';
import { writeMail } from '../platform/mail/write-mail.ts';
import { lockUser } from './require-user.ts';

/** Suspensions run one after another, so that two administrators cannot suspend each other. */
const SUSPENSIONS_LOCK = 7_460_010;

interface Acting {
  tx: Transaction;
  deps: { config: Pick<Config, 'approvalAboveGbp'> };
  actor: Actor;
}

/**
 * Suspends an account: its sessions and keys answer `account_suspended` from now on, and its streams close.
 * They work again once it is activated. Its owner gets a letter with the reason. Suspending a suspended account changes nothing, with one exception:
 * once an administrator has done it, only administrators can activate the account. Where two administrators have to
 * agree, none of them suspends or activates another one alone.
 * @throws account_suspended (the caller was suspended a moment ago), not_found, not_allowed_now, approval_needed
 */
export async function suspend(
  { tx, deps, actor }: Acting,
  { userId, agreed, reason }: { userId: string; agreed: boolean; reason: string | null },
): Promise<User> {
  await oneAfterAnother(tx);
  await requireActive(tx, actor);
  const account = await lockUser(tx, userId, 'update');
  if (userId === actor.id) throw new Problem('not_allowed_now', sentence('selfSuspend'));
  const byAdmin = actor.role === 'admin';
  if (account.status === 'suspended' && (account.suspendedByAdmin || !byAdmin)) return readUser(tx.db, userId);
  if (account.role === 'admin' && (await isLastAdministrator(tx, userId))) {
    throw new Problem('not_allowed_now', sentence('lastAdmin'));
  }
  if (account.role === 'admin')
    requireApproval({ deps, actor, agreed }, { kind: 'admin_status', userId, status: 'suspended' });
  await tx.db
    .update(users)
    .set({ status: 'suspended', suspendedByAdmin: byAdmin, updatedAt: tx.now })
    .where(eq(users.id, userId));
  if (account.status === 'active') {
    await changeTotals(tx, { activeUsers: -1 });
    await writeMail(tx, userId, { kind: 'account_suspended', reason });
  }
  // The event comes first, so that it still reaches the streams that it closes.
  tx.publish(userStatusEvent, userId, { userId, status: 'suspended' });
  tx.endCredentials({ userId });
  notifyReseller(tx, account.resellerId, userId);
  await audit(tx, actor, 'account.suspended', {
    subject: account.email,
    userId,
    detail: reason === null ? {} : { reason },
  });
  return readUser(tx.db, userId);
}

/**
 * Ends a suspension. For an active account it changes nothing.
 * @throws not_found, not_allowed_now (its owner closed it, or an administrator suspended it and the caller is
 * none), approval_needed
 */
export async function activate(
  { tx, deps, actor }: Acting,
  { userId, agreed }: { userId: string; agreed: boolean },
): Promise<User> {
  const account = await lockUser(tx, userId, 'update');
  if (account.status === 'active') return readUser(tx.db, userId);
  await requireNotClosed(tx.db, userId);
  if (account.suspendedByAdmin && actor.role !== 'admin') {
    throw new Problem('not_allowed_now', sentence('suspendedByUs'));
  }
  if (account.role === 'admin')
    requireApproval({ deps, actor, agreed }, { kind: 'admin_status', userId, status: 'active' });
  await tx.db
    .update(users)
    .set({ status: 'active', suspendedByAdmin: false, updatedAt: tx.now })
    .where(eq(users.id, userId));
  await changeTotals(tx, { activeUsers: 1 });
  tx.publish(userStatusEvent, userId, { userId, status: 'active' });
  notifyReseller(tx, account.resellerId, userId);
  await audit(tx, actor, 'account.activated', { subject: account.email, userId });
  return readUser(tx.db, userId);
}

/** An administrator who was suspended, or lost the right, while waiting may not act on others. */
export async function requireActive(tx: Transaction, actor: Actor): Promise<void> {
  const [row] = await tx.db
    .select({ status: users.status, duty: users.duty })
    .from(users)
    .where(eq(users.id, actor.id));
  if (row?.status !== 'active') throw suspended();
  if (row.duty !== actor.duty) throw forbidden();
}

/** Waits until no other suspension is running. Call it before an account is locked. */
export async function oneAfterAnother(tx: Transaction): Promise<void> {
  await tx.db.execute(template`select pg_advisory_xact_lock(${SUSPENSIONS_LOCK})`);
}

/** An active administrator who may do everything. */
export const isFullAdministrator = and(eq(users.role, 'admin'), isNull(users.duty), eq(users.status, 'active'));

/** Tells whether no other account could administer: after `oneAfterAnother` the answer stays true. */
export async function isLastAdministrator({ db }: Pick<Transaction, 'db'>, userId: string): Promise<boolean> {
  const [others] = await db
    .select({ count: count() })
    .from(users)
    .where(and(isFullAdministrator, ne(users.id, userId)));
  return !others?.count;
}
