import { createHash, randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { recoveryCodes } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { RECOVERY_CODES } from '../contract.ts';

/** No 0, 1, l or o: what is copied by hand is read right. 32 letters, so 16 of them are 80 bits. */
const LETTERS = '23456789abcdefghijkmnpqrstuvwxyz';
const GROUPS = 4;

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

/** As typed, with or without its hyphens. Too long to be guessed, so that a plain hash keeps it safe. */
const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex');

/** Gives an account new codes in place of those it had, whole, this once. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await removeRecoveryCodes(tx, userId);
  await tx.db.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(code) })));
  return codes;
}

/** Takes all of an account's codes away. */
export async function removeRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Marks a code as used; false where the account has no such code or it was used before. */
export async function spendRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const spent = await tx.db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOf(code))))
    .returning({ userId: recoveryCodes.userId });
  return spent.length > 0;
}
