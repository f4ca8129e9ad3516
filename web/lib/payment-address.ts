import { useLocation } from './router.ts';

/** What is being paid: enough to show it again after a reload, or after a visit to a wallet. */
export interface PaymentInHand {
  /** A coin's id, if it is one. */
  coin?: string;
  /** Pounds. */
  amount?: string;
  /** The order that it pays. */
  order?: string;
  /** What there is to pay: the id of its quote. */
  quote?: string;
}

const ID = /^[\da-f-]{36}$/;
const PATH = '/billing/payments/new';

const text = (value: unknown, form: RegExp): string | undefined => {
  const given = typeof value === 'number' ? String(value) : value;
  return typeof given === 'string' && form.test(given) ? given : undefined;
};

/** The query of the address of a payment in hand, without invalid values. */
export function parsePaymentSearch(search: Record<string, unknown>): PaymentInHand {
  const coin = text(search.coin, /^[A-Z\d_]{2,12}$/);
  const amount = text(search.amount, /^\d{1,8}(\.\d{1,2})?$/);
  const order = text(search.order, ID);
  const quote = text(search.quote, ID);
  return {
    ...(coin && { coin }),
    ...(amount && { amount }),
    ...(order && { order }),
    ...(quote && { quote }),
  };
}

/** The payment in hand that the address names; null where it names none. */
export function usePaymentInHand(): PaymentInHand | null {
  const { pathname, search } = useLocation();
  return pathname === PATH ? parsePaymentSearch(search) : null;
}
