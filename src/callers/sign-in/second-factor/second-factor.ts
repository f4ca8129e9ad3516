import { and, asc, count, eq, isNotNull, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { passkeys, recoveryCodes, totpSecrets, users } from '../../../../db/schema/index.ts';
import { audit } from '../../audit.ts';
import { wrongPassword } from '../../passwords/confirm-password.ts';
import type { Actor } from '../../guards.ts';
import { requireStepUp } from '../../sessions/require-step-up.ts';
import { endSessions } from '../../sessions/sessions.ts';
import type { Deps } from '../../deps.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { FactorChange } from '../../../platform/mail/contract.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import type { SecondFactor } from '../contract.ts';
import { presentPasskey } from '../passkeys/present-passkey.ts';
import { removeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { securityChangedEvent } from '../../events.ts';

/** The caller's own second factor, as their settings show it. */
export async function getSecondFactor({
  deps: { db, config },
  actor,
}: {
  deps: Deps;
  actor: Actor;
}): Promise<SecondFactor> {
  const [account] = await db
    .select({ role: users.role, hasSecondFactor: users.hasSecondFactor })
    .from(users)
    .where(eq(users.id, actor.id));
  const keys = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id))
    .orderBy(asc(passkeys.id));
  return {
    totp: await hasTotp(db, actor.id),
    passkeys: keys.map(presentPasskey),
    recoveryCodesLeft: await countRecoveryCodes(db, actor.id),
    needed: config.adminTwoFactor === 'required' && account?.role === 'admin' && !account.hasSecondFactor,
  };
}

/** Whether an authenticator app has been confirmed for an account. */
export async function hasTotp(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
  return rows.length > 0;
}

/** How many recovery codes an account has left. */
export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row?.count ?? 0;
}

interface Change {
  action: FactorChange;
  detail?: Record<string, unknown>;
}

/**
 * Changes what an account signs in with, one change after another: in the same transaction its other sessions
 * end, and the change is written down.
 * @param work makes the change and says which it was, or throws
 * @returns new recovery codes, whole, where the account now has a second factor and no codes
 */
export async function changeSecondFactor(
  deps: Deps,
  actor: Actor,
  work: (tx: Transaction, account: { email: string; passwordHash: string }) => Promise<Change>,
): Promise<string[]> {
  return transact(deps, async (tx) => {
    const [account] = await tx.db
      .select({ email: users.email, passwordHash: users.password })
      .from(users)
      .where(eq(users.id, actor.id))
      .for('update');
    if (!account) throw notFound('User');
    const { action, detail = {} } = await work(tx, account);
    const codes = await settleSecondFactor(tx, actor.id);
    const sessionsEnded = await endSessions(tx, actor.id, actor.credentialId);
    await writeMail(tx, actor.id, { kind: 'factor_changed', what: action });
    await audit(tx, {
      actorId: actor.id,
      action,
      subject: account.email,
      subjectUserId: actor.id,
      detail: { ...detail, sessionsEnded },
    });
    return codes;
  });
}

/**
 * As `changeSecondFactor`, for what takes a step-up too, or the password in its place.
 * @throws rate_limited, wrong_password, step_up_required
 */
export async function changeWithPassword(
  deps: Deps,
  actor: Actor,
  { password, factorShown }: { password: string | undefined; factorShown: boolean },
  work: (tx: Transaction) => Promise<Change>,
): Promise<string[]> {
  const hash = await requireStepUp({ deps, actor }, { password, factorShown });
  return changeSecondFactor(deps, actor, async (tx, account) => {
    // Another change was quicker: the password given is no longer the current one.
    if (hash !== null && account.passwordHash !== hash) throw wrongPassword('password');
    return work(tx);
  });
}

/**
 * Brings an account in line with the factors it has now: whether it has one at all, and recovery codes
 * where it has and none where it has not. The caller holds its row.
 * @returns the codes that were made, whole
 */
export async function settleSecondFactor(tx: Transaction, userId: string): Promise<string[]> {
  const [account] = await tx.db
    .update(users)
    .set({
      hasSecondFactor: template`exists (select from ${passkeys} where ${passkeys.userId} = ${userId}::uuid)
        or exists (select from ${totpSecrets}
          where ${totpSecrets.userId} = ${userId}::uuid and ${totpSecrets.confirmedAt} is not null)`,
      updatedAt: tx.now,
    })
    .where(eq(users.id, userId))
    .returning({ hasSecondFactor: users.hasSecondFactor, role: users.role });
  // What an administrator's stream carries depends on it: the browser opens it again.
  if (account?.role === 'admin') tx.endCredentials({ userId });
  tx.publish(securityChangedEvent, userId, { userId, what: 'second-factor' });
  if (!account?.hasSecondFactor) {
    await removeRecoveryCodes(tx, userId);
    return [];
  }
  return (await countRecoveryCodes(tx.db, userId)) > 0 ? [] : replaceRecoveryCodes(tx, userId);
}
