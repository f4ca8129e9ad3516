import { useEffect } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '../../lib/router.ts';
import type { CoinOffer } from '../../../src/money/payments/contract.ts';
import { createQuote, getQuote, listQuotes, type Quote } from '../../../src/money/payments/quotes/contract.ts';
import { ApiError, call, newIdempotencyKey } from '../../lib/call.ts';
import { usePaymentInHand } from '../../lib/payment-address.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { queryClient } from '../../lib/query-client.ts';
import { queryKeys } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import type { Purchase } from './use-submit-payment.ts';

interface Wanted {
  userId: string;
  coinId: CoinOffer['id'];
  /** Pounds. */
  amount: string;
  /** The order that it pays; null: it becomes credit. */
  orderId: string | null;
  /** The customer's own; empty without one. */
  reference: string;
}

/**
 * Reads the amount to pay for so much credit, and the address. The page's address names the quote, so that a
 * reload, or the way back from a wallet, shows the same, also once it is paid; `renew` asks for another.
 */
export function useQuote({ coin: { id: coinId }, amount, order }: Purchase) {
  const { id: userId } = useCurrentUser();
  const navigate = useNavigate();
  const inHand = usePaymentInHand();
  const named = inHand?.quote ?? null;
  const orderId = order?.id ?? null;
  const reference = inHand?.reference ?? '';
  const wanted = { userId, coinId, amount, orderId, reference };
  const keyOf = (quoteId: string | null) => [...queryKeys.quotes(userId), coinId, amount, orderId, reference, quoteId];
  const quote = useQuery({ queryKey: keyOf(named), queryFn: () => findQuote(wanted, named), staleTime: Infinity });
  const show = (found: Quote) => {
    queryClient.setQueryData(keyOf(found.id), found);
    void navigate({ to: '/billing/payments/new', search: { ...inHand, quote: found.id }, replace: true });
  };
  const renew = useMutation({ mutationFn: () => ask(wanted), onSuccess: show });
  const { data: found } = quote;
  useEffect(() => {
    if (inHand && found && found.id !== named) show(found);
  });
  return { quote, renew };
}

/** The named quote, unless it is for something else; otherwise an open one; otherwise a new one. */
async function findQuote(wanted: Wanted, named: string | null): Promise<Quote> {
  const known = named === null ? null : await readQuote(wanted, named);
  if (known && isFor(wanted, known)) return known;
  const open = await call(listQuotes, { params: { id: wanted.userId } });
  return open.find((each) => isFor(wanted, each)) ?? ask(wanted);
}

const readQuote = (wanted: Wanted, quoteId: string): Promise<Quote | null> =>
  call(getQuote, { params: { id: wanted.userId, quoteId } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  });

const isFor = ({ coinId, amount, orderId, reference }: Wanted, quote: Quote): boolean =>
  quote.cryptocurrency === coinId &&
  comparePounds(quote.amount, amount) === 0 &&
  quote.settlesTransactionId === orderId &&
  quote.description === reference;

const ask = ({ userId, coinId, amount, orderId, reference }: Wanted): Promise<Quote> =>
  call(createQuote, {
    params: { id: userId },
    idempotencyKey: newIdempotencyKey(),
    body: { amount, cryptocurrency: coinId, settlesTransactionId: orderId, description: reference },
  });
