import type { Transaction } from '../events/transact.ts';
import type { NumberRow } from './present.ts';

/** Tells the owner's screens that a number of theirs was bought, set up, renewed or refused. */
export function announceStatus(
  tx: Transaction,
  row: NumberRow,
  status: 'provisioning' | 'active' | 'refused' = row.status === 'provisioning' ? 'provisioning' : 'active',
): void {
  const { id, userId, number, expiresAt } = row;
  tx.publish('number-status', userId, { id, userId, number, status, expiresAt: expiresAt.toISOString() });
}

/** Tells the owner that a number is about to expire, and whether it is going to be renewed. */
export function announceExpiring(
  tx: Transaction,
  row: NumberRow,
  renewal: 'off' | 'on' | 'insufficient_credits',
): void {
  const { id, userId, number, expiresAt } = row;
  tx.publish('number-expiring', userId, { id, userId, number, renewal, expiresAt: expiresAt.toISOString() });
}
