import { type SentenceValues, type ValuesOf, write } from './faults.ts';
import type { NamedSentence } from './errors.ts';
import { CLOSING_SENTENCES } from './closing-sentences.ts';

/**
 * What the ledger says of a transaction, or of why it ended as it did. The database keeps the English text, whole;
 * `wordingOf` finds its code and its values again, so that a screen says it in its reader's language, also for rows
 * that are older than this list. A form that rows were written by is never changed here, only added to. Where a text
 * fits several forms, the first one counts.
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

export type WordingCode = keyof typeof WORDINGS;

/** Writes what the ledger says: see `WORDINGS`. */
export const wording = <Code extends WordingCode>(
  code: Code,
  ...values: ValuesOf<(typeof WORDINGS)[Code]>
): string => write(code, WORDINGS[code], values[0]).text;

/** What stands for a value: a count, an amount, a number without spaces; else anything. */
const FORMS: Readonly<Record<string, string>> = {
  count: String.raw`[\d,]+`,
  amount: String.raw`£[\d.,]+`,
  number: String.raw`\S+`,
};

interface Reader {
  code: string;
  names: string[];
  form: RegExp;
}

function readerOf([code, text]: readonly [code: string, text: string]): Reader {
  const names: string[] = [];
  const form = text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return `(${FORMS[name] ?? '.+'})`;
  });
  return { code, names, form: new RegExp(`^${form}$`, 's') };
}

const READERS: readonly Reader[] = Object.entries({ ...WORDINGS, ...CLOSING_SENTENCES }).map(readerOf);

/** The code and the values of what the ledger says; null for what a person wrote. */
export function wordingOf(text: string): NamedSentence | null {
  for (const { code, names, form } of READERS) {
    const found = form.exec(text);
    if (!found) continue;
    const values: SentenceValues = {};
    names.forEach((name, index) => {
      const value = found[index + 1] ?? '';
      values[name] = name === 'count' ? Number(value.replaceAll(',', '')) : value;
    });
    return { code, values };
  }
  return null;
}
