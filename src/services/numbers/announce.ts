import type { Transaction } from '../../platform/events/transact.ts';
import type { Mail } from '../../platform/mail/contract.ts';
import type { NumberRow } from './present-number.ts';
import { numberExpiringEvent, numberStatusEvent } from './events.ts';

/** Tells the owner's screens that a number was bought, set up, renewed or refused. */
export function announceStatus(
  tx: Transaction,
  row: NumberRow,
  status: 'provisioning' | 'active' | 'refused' = row.status === 'provisioning' ? 'provisioning' : 'active',
): void {
  const { id, userId, number, expiresAt } = row;
  tx.publish(numberStatusEvent, userId, { id, userId, number, status, expiresAt: expiresAt.toISOString() });
}

type ExpiringNumber = Extract<Mail, { kind: 'numbers_expiring' }>['numbers'][number];
/** It says whether a number renews automatically; `insufficient_credits`: renewal was tried and the balance was too low. */
type Renewal = ExpiringNumber['renewal'];

/** Tells the owner that a number will expire soon, and whether it will be renewed. */
export function announceExpiring(tx: Transaction, row: NumberRow, renewal: Renewal): void {
  const { id, userId, number, expiresAt } = row;
  tx.publish(numberExpiringEvent, userId, { id, userId, number, renewal, expiresAt: expiresAt.toISOString() });
}

/** The same for a mail. */
export const expiringForMail = ({ number, expiresAt }: NumberRow, renewal: Renewal): ExpiringNumber => ({
  number,
  renewal,
  expiresAt: expiresAt.toISOString(),
});
