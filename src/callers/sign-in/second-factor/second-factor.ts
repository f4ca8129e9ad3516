import { and, asc, count, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { passkeys, recoveryCodes, totpSecrets, users } from '../../../../db/schema/index.ts';
import { type Actor, type Calling, audit } from '../../audit.ts';
import { wrongPassword } from '../../passwords/confirm-password.ts';
import { noteFactors } from '../../registration/reclaim-account.ts';
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

/** The caller's own second factor, as their settings page shows it. */
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
  const keys = await db.select().from(passkeys).where(eq(passkeys.userId, actor.id)).orderBy(asc(passkeys.id));
  return {
    totp: await hasTotp(db, actor.id),
    passkeys: keys.map(presentPasskey),
    recoveryCodesLeft: await countRecoveryCodes(db, actor.id),
    needed: config.adminTwoFactor === 'required' && account?.role === 'admin' && !account.hasSecondFactor,
  };
}

/** Tells whether an authenticator app has been confirmed for an account. */
export async function hasTotp(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
  return rows.length > 0;
}

/** How many recovery codes an account has left. */
export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return row?.count ?? 0;
}

interface Change {
  action: FactorChange;
  detail?: Record<string, unknown>;
}

/**
 * Changes the ways in which an account signs in; such changes run one after another. The same transaction
 * ends its other sessions and records the change.
 * @param work makes the change and says which one it was, or throws
 * @returns new recovery codes, in full, if the account now has a second factor and no codes
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
    await audit(tx, actor, action, { subject: account.email, userId: actor.id, detail: { ...detail, sessionsEnded } });
    return codes;
  });
}

/**
 * The same as `changeSecondFactor`, for changes that also need a step-up, or the password instead of it.
 * @throws rate_limited, wrong_password, step_up_required
 */
export async function changeWithPassword(
  { deps, actor }: Calling<Deps>,
  { password, factorShown }: { password: string | undefined; factorShown: boolean },
  work: (tx: Transaction) => Promise<Change>,
): Promise<string[]> {
  const hash = await requireStepUp({ deps, actor }, { password, factorShown });
  return changeSecondFactor(deps, actor, async (tx, account) => {
    // Another change was faster: the given password is no longer the present one.
    if (hash !== null && account.passwordHash !== hash) throw wrongPassword('password');
    return work(tx);
  });
}

/**
 * Adapts an account to its present factors: it notes whether there is one at all, and gives or removes
 * recovery codes accordingly. The caller has locked its row.
 * @returns the new codes, in full
 */
export async function settleSecondFactor(tx: Transaction, userId: string): Promise<string[]> {
  const account = await noteFactors(tx, userId);
  // The content of an administrator's stream depends on it, so the browser opens the stream again.
  if (account?.role === 'admin') tx.endCredentials({ userId });
  tx.publish(securityChangedEvent, userId, { userId, what: 'second-factor' });
  if (!account?.hasSecondFactor) {
    await removeRecoveryCodes(tx, userId);
    return [];
  }
  return (await countRecoveryCodes(tx.db, userId)) > 0 ? [] : replaceRecoveryCodes(tx, userId);
}
