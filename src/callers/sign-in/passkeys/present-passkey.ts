import type { passkeys } from '../../../../db/schema/index.ts';
import type { Passkey } from '../contract.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** A passkey as its owner sees it, without the key itself. */
export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  hostName: row.hostName,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
