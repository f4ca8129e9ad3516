import type { Transaction } from '../../platform/events/transact.ts';
import type { Problem } from '../../platform/kit/errors.ts';
import type { Money } from '../../platform/kit/money.ts';
import type { Price } from '../pricing/tariff.ts';
import type { Wording } from '../../platform/kit/faults.ts';
import type { TransactionRow } from './transaction-row.ts';

/** The types of transactions that pay for an order, and not for credit, a message, a call or a number. */
export const ORDER_TYPES = ['reseller_package', 'voice_package'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export const isOrderType = (type: TransactionRow['type']): type is OrderType =>
  ORDER_TYPES.some((orderType) => orderType === type);

/** The order that a customer wants; a price that the customer sends is not trusted. */
export interface WantedOrder {
  resellerPackage: 'monthly' | 'yearly' | null;
  trunkId: string | null;
  /** A decimal string; only used to choose one of several plans. */
  amount: string | null;
}

/** The ordered goods and their price. */
export interface Quote {
  amount: Money;
  wording: Wording | null;
  resellerPackage?: 'monthly' | 'yearly';
  trunkId?: string;
}

/**
 * The meaning of an order of one kind to the domain that sells it. Payments takes the money and knows nothing
 * about the goods; the application gives it one of these for each kind.
 */
export interface Fulfilment {
  /** @throws not_found, validation_failed, not_allowed_now, already_subscribed */
  quote(tx: Transaction, userId: string, wanted: WantedOrder): Promise<Quote>;
  /** The present price of a waiting order; the order's own price if there is nothing left to price. */
  price(tx: Transaction, order: TransactionRow): Promise<Price>;
  /** Why the order cannot be granted now, or null. It locks the rows that could change that. */
  obstacle(tx: Transaction, order: TransactionRow): Promise<Problem | null>;
  /** Grants what a settled order paid for, in the transaction that settles it. */
  grant(tx: Transaction, order: TransactionRow): Promise<void>;
}

export type Fulfilments = Readonly<Record<OrderType, Fulfilment>>;
