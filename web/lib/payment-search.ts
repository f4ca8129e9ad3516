import { COIN_IDS, VERDICTS } from '../../db/enums.ts';

/** Which payments are shown: those that wait, or the history. */
export const PAYMENT_VIEWS = ['pending', 'decided', 'verified', 'failed'] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filters of the lists of payments in the address; an absent one filters nothing. */
export interface PaymentSearch {
  view?: (typeof PAYMENT_VIEWS)[number] | undefined;
  /** The searched text. */
  find?: string | undefined;
  coin?: (typeof COIN_IDS)[number] | undefined;
  verdict?: (typeof VERDICTS)[number] | undefined;
  /** Those that wait for the reader's own word. */
  mine?: 'yes' | undefined;
  /** Bounds of the amount in pounds. */
  min?: string | undefined;
  max?: string | undefined;
  /** Days, both included: `2026-11-30`. */
  since?: string | undefined;
  until?: string | undefined;
  /** The one that is open. */
  payment?: string | undefined;
}

/** The filters of the lists of payments, and the open payment, as an address has them; without anything that is none. */
export function parsePaymentSearch(search: Record<string, unknown>): PaymentSearch {
  // The router reads digits as a number.
  const text = (name: string, form = /^.{1,200}$/u) => {
    const value = search[name];
    const given = typeof value === 'number' ? String(value) : value;
    return typeof given === 'string' && form.test(given) ? given : undefined;
  };
  const one = <Known extends string>(name: string, known: readonly Known[]) =>
    known.find((each) => each === search[name]);
  return {
    view: one('view', PAYMENT_VIEWS),
    find: text('find'),
    coin: one('coin', COIN_IDS),
    verdict: one('verdict', VERDICTS),
    mine: one('mine', ['yes']),
    min: text('min'),
    max: text('max'),
    since: text('since', DAY),
    until: text('until', DAY),
    payment: text('payment', UUID),
  };
}
