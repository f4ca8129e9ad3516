import { createHash, randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { recoveryCodes } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { RECOVERY_CODES } from '../contract.ts';

/** Without 0, 1, l and o, so that people copy them correctly. 32 characters, so 16 of them are 80 bits. */
const LETTERS = '23456789abcdefghijkmnpqrstuvwxyz';
const GROUPS = 4;

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

/** Takes a code as typed, with or without hyphens. A code is too long to be guessed, so a plain hash is enough. */
const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex');

/** Gives an account new codes instead of the former ones; only this answer has them in full. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await removeRecoveryCodes(tx, userId);
  await tx.db.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(code) })));
  return codes;
}

/** Removes all of an account's codes. */
export async function removeRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Marks a code as used; false if the account has no such code or it was used before. */
export async function spendRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const spent = await tx.db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOf(code))))
    .returning({ userId: recoveryCodes.userId });
  return spent.length > 0;
}
