import { withQuery } from '../../../../lib/call.ts';
import { hashFromLink } from '../../../../../src/shared/hashes.ts';
import type { PaymentSearch } from '../../../../lib/payment-search.ts';

/** The filters of the lists of payments, as the address has them; an absent filter lets everything through. */
export type PaymentFilters = Omit<PaymentSearch, 'view' | 'payment'>;

export type PaymentView = NonNullable<PaymentSearch['view']>;

/**
 * The filters in the form of the request, without invalid amounts; an explorer's link is reduced to its hash.
 */
export function queryOf(view: PaymentView, filters: PaymentFilters) {
  const { find, coin, min, max, since, until, verdict, mine } = filters;
  const status = view === 'decided' ? undefined : view;
  const wanted = find && hashFromLink(find).trim();
  return {
    status,
    search: wanted || undefined,
    coin,
    from: amountIn(min),
    to: amountIn(max),
    firstDay: since,
    lastDay: until,
    verdict,
    mine: mine && ('true' as const),
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
export const csvPath = (view: PaymentView, filters: PaymentFilters): string =>
  withQuery('/api/admin/payments.csv', queryOf(view, filters));
