import type { Transaction } from '../../platform/events/transact.ts';
import type { Problem } from '../../platform/kit/errors.ts';
import type { Money } from '../../platform/kit/money.ts';
import type { TransactionRow } from './post.ts';

/** The transactions that pay for something else than credit, a message, a call or a number. */
export const ORDER_TYPES = ['reseller_package', 'voice_package'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export const isOrderType = (type: TransactionRow['type']): type is OrderType =>
  ORDER_TYPES.some((orderType) => orderType === type);

/** What a customer says they want; what they say of its price is not part of it. */
export interface WantedOrder {
  resellerPackage: 'monthly' | 'yearly' | null;
  voicePackageId: string | null;
  /** A decimal string; only tells which of several plans is meant. */
  amount: string | null;
}

/** What is ordered, and at which price. */
export interface Quote {
  amount: Money;
  description: string;
  resellerPackage?: 'monthly' | 'yearly';
  voicePackageId?: string;
}

/**
 * What a kind of order means to the domain that sells it. Payments takes the money and knows nothing of
 * the goods; the application hands it one of these for each kind.
 */
export interface Fulfilment {
  /** @throws not_found, validation_failed, not_allowed_now, already_subscribed */
  quote(tx: Transaction, userId: string, wanted: WantedOrder): Promise<Quote>;
  /** What a waiting order costs at this moment; what it says where there is nothing left to price. */
  price(tx: Transaction, order: TransactionRow): Promise<Money>;
  /** Why it cannot be granted at this moment, or null. Locks what could change that. */
  obstacle(tx: Transaction, order: TransactionRow): Promise<Problem | null>;
  /** Hands over what a settled order paid for, in the transaction that settles it. */
  grant(tx: Transaction, order: TransactionRow): Promise<void>;
}

export type Fulfilments = Readonly<Record<OrderType, Fulfilment>>;
