import { CLOSING_SENTENCES } from './closing-sentences.ts';
import { type SentenceValues, type ValuesOf, write } from './faults.ts';

/**
 * The ledger's words about a transaction, or about its end, in English. The database keeps code and values;
 * the words are made where they are shown. A person's own words are kept beside it as text, and shown as they
 * are.
 */
export const WORDINGS = {
  due: '{what} ({amount} was due)',
  call: 'Call to {number}, {count} min',
  leg: 'Forwarded call to {number}, {count} min',
  callHeld: 'Call to {number}, set aside for up to {count} min',
  legHeld: 'Forwarded call to {number}, set aside for up to {count} min',
  callRest: 'Call to {number}: {count} min, the rest of what was set aside',
  legRest: 'Forwarded call to {number}: {count} min, the rest of what was set aside',
  sms: 'SMS to {number}',
  smsMany: 'SMS to {count} recipients',
  smsRefund: 'Refund: SMS to {number} was not sent',
  smsRefundMany: 'Refund: SMS to {count} recipients was not sent',
  smsReceived: 'SMS received from {from} by {number}',
  numberFirst: 'DID number {number} ({country}), first month',
  numberMonth: 'DID number {number} ({country}), month {count}',
  numberFailed: 'DID number {number} could not be set up',
  trunk: 'SIP TRUNK {plan}, {count} year',
  trunkUpgrade: 'SIP TRUNK upgrade to {plan}',
  resellerMonthly: 'Reseller package, {count} month',
  resellerYearly: 'Reseller package, {count} months',
  purchase: 'Credit purchase with {coin}',
  purchaseAlone: 'Credit purchase',
  reversed: 'Payment reversed: {what}',
  reversedAlone: 'Payment reversed',
  orderPaid: 'Payment for: {what}',
  surplus: 'Surplus of the payment for: {what}',
  creditToClosed: 'Credit to a closed account',
  creditBackClosed: 'Credit back from a closed account',
  creditFromClosed: 'Credit from a closed account',
  creditTakenClosed: 'Credit taken back by a closed account',
  creditTo: 'Credit to {name} ({email})',
  creditBack: 'Credit back from {name} ({email})',
  creditFrom: 'Credit from {name}',
  creditTaken: 'Credit taken back by {name}',
  trial: 'Trial credit',
  adjustment: 'Balance adjustment',
  debtPaid: 'Paid towards what this account owes',
  marginsEarned: "Margins on customers' usage",
  marginsBack: 'Margins given back to customers',
  givenUp: 'Given up with the account',
  ownerClosed: 'The owner closed the account',
  replaced: 'Replaced by a newer order',
  cancelled: 'Cancelled',
  cancelledByAdmin: 'Cancelled by an administrator',
  noAnswer: 'The carrier did not answer',
} as const;

/**
 * A code of `WORDINGS`, or of a closing sentence, with its values. Money is written `£12.50`, a country is its code of
 * two letters; `what` may be the wording of something else.
 */
export interface Wording {
  code: string;
  values: { [name: string]: string | number | Wording };
}

/** Makes what the ledger says: see `WORDINGS`. */
export const wording = <Code extends keyof typeof WORDINGS>(
  code: Code,
  ...values: ValuesOf<(typeof WORDINGS)[Code], string | number | Wording>
): Wording => ({ code, values: values[0] ?? {} });

interface Said {
  description: string;
  wording: Wording | null;
}

/**
 * The words about a transaction that another wording quotes: the ledger's words by their code, a person's as
 * they are.
 */
export const saidOf = ({ wording: said, description }: Said): Wording | string => said ?? description;

const TEXTS: Readonly<Record<string, string>> = { ...WORDINGS, ...CLOSING_SENTENCES };

/** In English: what a wording says; without one, what a person typed. A code from a later release stands for itself. */
export const wordsOf = <Typed extends string | null>(said: Wording | null, typed: Typed): Typed | string =>
  said ? inEnglish(said) : typed;

const inEnglish = ({ code, values }: Wording): string =>
  write(code, TEXTS[code] ?? code, plainValues(values, inEnglish)).text;

/** The values, with what they quote in words. */
export const plainValues = (values: Wording['values'], inWords: (quoted: Wording) => string): SentenceValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? inWords(value) : value]),
  );
