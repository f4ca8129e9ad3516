import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { type Acting, audit } from './audit.ts';
import type { User } from './contract.ts';
import { readUser } from './present-user.ts';
import { Problem, sentence } from '../platform/kit/errors.ts';

/** Says whether a reseller may see its customers' accounts as they do. @throws not_found, not_allowed_now (no reseller) */
export async function setSeesCustomers(
  { tx, actor }: Acting,
  { userId, allowed }: { userId: string; allowed: boolean },
): Promise<User> {
  const { email, role } = await readUser(tx.db, userId);
  if (role !== 'reseller') throw new Problem('not_allowed_now', sentence('packageNeeded'));
  await tx.db.update(users).set({ seesCustomers: allowed, updatedAt: tx.now }).where(eq(users.id, userId));
  await audit(tx, actor, 'account.sees_customers', { subject: email, userId, detail: { allowed } });
  return readUser(tx.db, userId);
}
