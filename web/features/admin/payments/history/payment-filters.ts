import type { CoinId } from '../../../../../src/money/payments/catalogue.ts';
import { hashFromLink } from '../../../../../src/shared/hashes.ts';

/** The filters of the lists of payments; an absent filter lets everything through. */
export interface PaymentFilters {
  search?: string;
  coin?: CoinId;
  /** Bounds of the amount in pounds. */
  from?: string;
  to?: string;
  /** Days, both included: `2026-11-30`. */
  firstDay?: string | undefined;
  lastDay?: string | undefined;
}

/** Which payments are shown: those that wait, or the history. */
export const PAYMENT_VIEWS = ['pending', 'decided', 'verified', 'failed'] as const;
export type PaymentView = (typeof PAYMENT_VIEWS)[number];

/**
 * The filters in the form of the request, without invalid amounts; an explorer's link is reduced to its hash.
 */
export function queryOf(view: PaymentView, filters: PaymentFilters) {
  const { search, coin, from, to, firstDay, lastDay } = filters;
  const status = view === 'decided' ? undefined : view;
  const wanted = search && hashFromLink(search).trim();
  return {
    status,
    search: wanted || undefined,
    coin,
    from: amountIn(from),
    to: amountIn(to),
    firstDay,
    lastDay,
  };
}

/** Tells whether a typed bound is not an amount, so that it filters nothing. */
export const isNoAmount = (typed: string | undefined): boolean =>
  Boolean(typed?.trim()) && amountIn(typed) === undefined;

const amountIn = (typed: string | undefined): string | undefined =>
  typed && /^\d{1,8}(\.\d{1,2})?$/.test(typed.trim()) ? typed.trim() : undefined;

/** Tells whether anything is filtered. */
export const isFiltered = (filters: PaymentFilters): boolean =>
  Object.values(queryOf('decided', filters)).some((value) => value !== undefined);

/** The address of the same payments as CSV. */
export function csvPath(view: PaymentView, filters: PaymentFilters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(queryOf(view, filters))) if (value) query.set(name, value);
  return query.size > 0 ? `/api/admin/payments.csv?${query}` : '/api/admin/payments.csv';
}
