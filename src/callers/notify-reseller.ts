import type { Transaction } from '../platform/events/transact.ts';
import { customersChangedEvent } from './events.ts';

/** Tells a customer's reseller, if there is one. */
export function notifyReseller(tx: Transaction, resellerId: string | null, customerId: string): void {
  if (resellerId === null) return;
  tx.publish(customersChangedEvent, resellerId, { userId: resellerId, customerId });
}
