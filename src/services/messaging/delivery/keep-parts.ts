import { smsParts } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { storable } from '../../../platform/kit/storable.ts';
import type { ChangedRecipient, RecipientChange } from './apply-changes.ts';

/** Stores the ids of parts that a carrier accepted and reports on one by one. */
export async function keepParts(
  tx: Transaction,
  changes: readonly RecipientChange[],
  applied: readonly ChangedRecipient[],
): Promise<void> {
  const changed = new Set(applied.map(({ id }) => id));
  const parts = changes.flatMap(({ id, messageId, provider, partIds }) =>
    provider && partIds && changed.has(id)
      ? partIds.map((partId, index) => ({
          recipientId: id,
          messageId,
          place: index + 1,
          provider,
          carrierMessageId: storable(partId),
          takenAt: tx.now,
        }))
      : [],
  );
  if (parts.length > 0) await tx.db.insert(smsParts).values(parts).onConflictDoNothing();
}
