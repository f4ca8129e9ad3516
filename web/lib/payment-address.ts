import { useLocation } from './router.ts';

/** The current payment: enough data to show it again after a reload, or when the person returns from a wallet. */
export interface PaymentInHand {
  /** A coin's id, if it is one. */
  coin?: string;
  /** Pounds. */
  amount?: string;
  /** The order that it pays. */
  order?: string;
  /** The customer's own reference. */
  reference?: string;
  /** The id of the quote, which says how much to pay. */
  quote?: string;
}

const ID = /^[\da-f-]{36}$/;
const PATH = '/billing/payments/new';

const text = (value: unknown, form: RegExp): string | undefined => {
  const given = typeof value === 'number' ? String(value) : value;
  return typeof given === 'string' && form.test(given) ? given : undefined;
};

/** The query of the page's address for the current payment, without invalid values. */
export function parsePaymentSearch(search: Record<string, unknown>): PaymentInHand {
  const coin = text(search.coin, /^[A-Z\d_]{2,12}$/);
  const amount = text(search.amount, /^\d{1,8}(\.\d{1,2})?$/);
  const order = text(search.order, ID);
  const reference = text(search.reference, /^\P{Cc}{1,200}$/u);
  const quote = text(search.quote, ID);
  return {
    ...(coin && { coin }),
    ...(amount && { amount }),
    ...(order && { order }),
    ...(reference && { reference }),
    ...(quote && { quote }),
  };
}

/** The current payment by the page's address; null if the address names none. */
export function usePaymentInHand(): PaymentInHand | null {
  const { pathname, search } = useLocation();
  return pathname === PATH ? parsePaymentSearch(search) : null;
}
