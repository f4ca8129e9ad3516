import { eq } from 'drizzle-orm';
import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import { didNumbers } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { readTariff } from '../../money/pricing/read-tariff.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import type { DidNumber, updateNumber as contract } from './contract.ts';
import { presentNumber } from './present-number.ts';
import { readNumberPrices } from './price.ts';
import { lockOwnNumber } from './renewal/renew.ts';

type Change = BodyOf<typeof contract> & { userId: string; numberId: string };

/** Switches automatic renewal, or mail of incoming messages, on or off. @throws not_found */
export async function updateNumber(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { userId, numberId, autoRenew, mailMessages }: Change,
): Promise<DidNumber> {
  const owner = await readTariff(tx.db, userId);
  const { id } = await lockOwnNumber(tx, userId, numberId);
  const [switched] = await tx.db
    .update(didNumbers)
    .set({
      mailMessages,
      // If renewal is switched on again, it is tried again, and the owner is told again if the balance is too low.
      ...(autoRenew === undefined ? {} : { autoRenew, refusedExpiry: null }),
    })
    .where(eq(didNumbers.id, id))
    .returning();
  if (!switched) throw new Error('a locked number is gone');
  await audit(tx, {
    actorId: actor.id,
    action: 'number.changed',
    subject: switched.number,
    subjectUserId: userId,
    detail: { numberId: id, autoRenew, mailMessages },
  });
  return presentNumber(switched, {
    ...{ owner, now: tx.now },
    prices: await readNumberPrices(tx.db, tx.now),
  });
}
