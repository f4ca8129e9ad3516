import { eq } from 'drizzle-orm';
import { accountClosings, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { audit } from '../audit.ts';
import { endAccess, eraseKeysOf } from '../registration/reclaim-account.ts';
import { NOBODYS_HASH } from '../passwords/passwords.ts';

/** An address that receives no mail (RFC 2606), so that the former one can have an account again. */
export const erasedAddress = (userId: string): string => `closed-${userId}@erased.invalid`;

/**
 * Removes from a closed account everything that says who its owner was: the last step of erasing it. The row
 * stays, because purchases and payments refer to it. The caller has locked the row.
 */
export async function erasePerson(tx: Transaction, userId: string): Promise<void> {
  await endAccess(tx, userId);
  await eraseKeysOf(tx, userId);
  await tx.db
    .update(users)
    .set({
      email: erasedAddress(userId),
      emailConfirmedAt: null,
      pendingEmail: null,
      password: NOBODYS_HASH,
      fullName: 'Closed account',
      company: null,
      phone: null,
      language: null,
      country: null,
      defaultCallerId: null,
      lowBalanceLevel: null,
      updatedAt: tx.now,
    })
    .where(eq(users.id, userId));
  await tx.db.update(accountClosings).set({ erasedAt: tx.now }).where(eq(accountClosings.userId, userId));
  await audit(tx, { actorId: null, action: 'account.erased', subjectUserId: userId });
}
