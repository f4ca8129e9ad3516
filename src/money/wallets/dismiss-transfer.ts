import { eq } from 'drizzle-orm';
import { walletTransfers } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { alreadyProcessed } from '../ledger/post.ts';
import type { dismissTransfer } from './contract.ts';
import { transfersChangedEvent } from './events.ts';
import { ofTransfer } from './find-unclaimed.ts';

/** Takes a transfer that is no customer's payment off the list. @throws not_found, already_processed */
export async function dismiss(
  { actor }: { actor: Actor },
  { tx, transferId, input }: { tx: Transaction; transferId: string; input: BodyOf<typeof dismissTransfer> },
): Promise<void> {
  const [known] = await tx.db
    .select({ id: walletTransfers.id })
    .from(walletTransfers)
    .where(eq(walletTransfers.id, transferId));
  if (!known) throw notFound('Transfer');
  const [dismissed] = await tx.db
    .update(walletTransfers)
    .set({ dismissedAt: tx.now, dismissedBy: actor.id, reason: input.reason })
    .where(ofTransfer(transferId))
    .returning();
  if (!dismissed) throw alreadyProcessed();
  const { cryptocurrency, transactionHash, outputIndex, amount } = dismissed;
  tx.publish(transfersChangedEvent, null, { cryptocurrency });
  await audit(tx, actor, 'transfer.dismissed', {
    subject: transactionHash,
    detail: { transferId, cryptocurrency, amount, outputIndex, reason: input.reason },
  });
}
