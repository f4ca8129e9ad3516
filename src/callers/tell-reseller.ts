import type { Transaction } from '../platform/events/transact.ts';
import { customersChangedEvent } from './events.ts';

/** Tells a reseller, where there is one, of a customer. */
export function tellReseller(tx: Transaction, resellerId: string | null, customerId: string): void {
  if (resellerId === null) return;
  tx.publish(customersChangedEvent, resellerId, { userId: resellerId, customerId });
}
