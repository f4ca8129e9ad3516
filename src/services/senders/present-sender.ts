import type { senderNames } from '../../../db/schema/index.ts';
import type { SenderName } from './contract.ts';

export type SenderRow = typeof senderNames.$inferSelect;

/** A sender name as the contract shows it. */
export const presentSender = ({
  id,
  name,
  purpose,
  status,
  reason,
  registeredIn,
  requestedAt,
  decidedAt,
}: SenderRow): SenderName => ({
  ...{ id, name, purpose, status, reason, registeredIn },
  requestedAt: requestedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});
