import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { totpSecrets } from '../../../../db/schema/index.ts';
import type { Secrets } from '../../../platform/kit/secrets.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { unseal } from './sealed-secret.ts';
import { totpStep } from './totp.ts';

/**
 * Accepts a code from an account's authenticator app, or one of its recovery codes; no code works twice. If
 * two requests bring the same code at once, one of them gets null.
 * @returns which of the two it was; null for a wrong code
 */
export async function spendCode(
  { tx, config }: { tx: Transaction; config: Secrets },
  { userId, code }: { userId: string; code: string },
): Promise<'totp' | 'recovery_code' | null> {
  const digits = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return (await spendTotp(tx, config, userId, digits)) ? 'totp' : null;
  return (await spendRecoveryCode(tx, userId, code)) ? 'recovery_code' : null;
}

async function spendTotp(tx: Transaction, config: Secrets, userId: string, code: string): Promise<boolean> {
  const own = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
  const [row] = await tx.db.select().from(totpSecrets).where(own);
  const secret = row && unseal(config, userId, row.sealedSecret);
  const step = secret ? totpStep(secret, code, tx.now) : null;
  if (step === null) return false;
  const accepted = await tx.db
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(own, or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step))))
    .returning({ userId: totpSecrets.userId });
  return accepted.length > 0;
}
