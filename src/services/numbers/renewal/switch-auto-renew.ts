import { eq } from 'drizzle-orm';
import { audit } from '../../../callers/audit.ts';
import type { Actor } from '../../../callers/guards.ts';
import { didNumbers } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { readTariff } from '../../../money/pricing/read-tariff.ts';
import type { DidNumber } from '../contract.ts';
import { presentNumber } from '../present-number.ts';
import { lockOwnNumber } from './renew.ts';

/** Switches automatic renewal on or off. @throws not_found */
export async function switchAutoRenew(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { userId, numberId, autoRenew }: { userId: string; numberId: string; autoRenew: boolean },
): Promise<DidNumber> {
  const owner = await readTariff(tx.db, userId);
  const { id } = await lockOwnNumber(tx, userId, numberId);
  // Switched on again, it is tried again, and says again what it lacks.
  const [switched] = await tx.db
    .update(didNumbers)
    .set({ autoRenew, refusedExpiry: null })
    .where(eq(didNumbers.id, id))
    .returning();
  if (!switched) throw new Error('a locked number is gone');
  await audit(tx, {
    actorId: actor.id,
    action: 'number.changed',
    subject: switched.number,
    subjectUserId: userId,
    detail: { numberId: id, autoRenew },
  });
  return presentNumber(switched, owner, tx.now);
}
