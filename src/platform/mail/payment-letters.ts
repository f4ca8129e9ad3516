import { plainValues } from '../kit/faults.ts';
import { carrierName } from '../../shared/carrier-names.ts';
import { wordsOf } from '../kit/wordings.ts';
import type { Letters, MailOf } from './letters.ts';
import type { Translator } from './translator.ts';

/** Payments, invoices, balances and what is spent. */
export const PAYMENT_LETTERS = {
  payment_verified: ({ amount, received, order, balance, ...mail }, _, { say, pounds, texts }) => ({
    subject: say(texts.payment_verified.subject, { amount: pounds(received ?? amount) }),
    paragraphs: [order ? texts.payment_verified.order : texts.payment_verified.credit],
    facts: [
      [texts.payment, paidFor(mail, { say, texts })],
      [texts.amount, pounds(amount)],
      ...(received === null ? [] : [[texts.received, pounds(received)] as const]),
      [texts.balance, pounds(balance)],
    ],
    action: { label: texts.openBilling, path: '/billing' },
  }),
  payment_rejected: (mail, _, translator) => {
    const { say, pounds, texts } = translator;
    const reason = rejectionOf(mail, translator);
    return {
      subject: say(texts.payment_rejected.subject, { amount: pounds(mail.amount) }),
      paragraphs: [texts.payment_rejected.text],
      facts: [
        [texts.payment, paidFor(mail, translator)],
        [texts.amount, pounds(mail.amount)],
        ...(reason === null ? [] : [[texts.reason, reason] as const]),
      ],
      action: { label: texts.openBilling, path: '/billing' },
      remarks: [texts.payment_rejected.again],
    };
  },
  payment_unclear: ({ amount }, _, { say, plain, texts }) => ({
    subject: say(texts.payment_unclear.subject, { amount: plain(amount) }),
    paragraphs: [say(texts.payment_unclear.text, { amount: plain(amount) }), texts.payment_unclear.yours],
    action: { label: texts.openBilling, path: '/billing' },
    remarks: [texts.payment_unclear.notYours],
  }),
  payment_reversed: ({ amount, reason, balance, owed, ...mail }, _, { say, pounds, texts }) => {
    const { subject, text, owed: owing } = texts.payment_reversed;
    const isCovered = owed === '0.00';
    return {
      subject: say(subject, { amount: pounds(amount) }),
      paragraphs: [text, ...(isCovered ? [] : [say(owing, { owed: pounds(owed) })])],
      facts: [
        [texts.payment, paidFor(mail, { say, texts })],
        [texts.takenBack, pounds(amount)],
        [texts.reason, reason],
        [texts.balance, pounds(balance)],
        ...(isCovered ? [] : [[texts.owed, pounds(owed)] as const]),
      ],
      action: { label: texts.openBilling, path: '/billing' },
    };
  },
  payment_lost: (
    { account, amount, coin, hash, lost },
    _,
    { say, plain, pounds, texts: { payment_lost: texts, ...all } },
  ) => ({
    subject: say(texts.subject, { amount: pounds(amount) }),
    paragraphs: [texts[lost], texts.next],
    facts: [
      [texts.account, plain(account)],
      [all.amount, pounds(amount)],
      [texts.coin, coin],
      [texts.hash, plain(hash)],
    ],
    action: { label: texts.action, path: '/admin#payments' },
  }),
  invoice_issued: ({ what, number, amount, seller }, _, { say, pounds, texts }) => ({
    subject: say(texts.invoice_issued[what], { number, seller }),
    paragraphs: [say(texts.invoice_issued.text, { amount: pounds(amount) })],
    action: { label: texts.openBilling, path: '/billing/statements' },
  }),
  low_balance: ({ level, balance }, _, { say, pounds, texts }) => ({
    subject: say(texts.low_balance.subject, { level: pounds(level) }),
    paragraphs: [say(texts.low_balance.text, { level: pounds(level) })],
    facts: [[texts.balance, pounds(balance)]],
    action: { label: texts.low_balance.action, path: '/billing' },
    remarks: [texts.low_balance.change],
  }),
  sudden_rise: ({ code, spent, usual, account }, _, { say, pounds, plain, texts: { sudden_rise: texts } }) => {
    const values = { code: plain(code), spent: pounds(spent), usual: pounds(usual) };
    const subject = say(texts.subject, { code: values.code });
    if (account === undefined) {
      return {
        subject,
        paragraphs: [say(texts.text, values), texts.stopped],
        action: { label: texts.action, path: '/settings' },
        remarks: [texts.ifYou, texts.notYou],
      };
    }
    return {
      subject,
      paragraphs: [say(texts.ofAccount, { ...values, account: plain(account) }), texts.stoppedThere],
      action: { label: texts.openAccounts, path: '/admin' },
    };
  },
  day_risen: ({ spent, usual, account }, _, { say, pounds, plain, texts }) => ({
    subject: say(texts.day_risen.subject, { account: plain(account) }),
    paragraphs: [
      say(texts.day_risen.text, { account: plain(account), spent: pounds(spent), usual: pounds(usual) }),
      texts.day_risen.nothingStopped,
    ],
    action: { label: texts.sudden_rise.openAccounts, path: '/admin#desk' },
  }),
  carrier_credit_low: (
    { carrier, amount, currency, level },
    _,
    { say, plain, texts: { carrier_credit_low: texts } },
  ) => ({
    subject: say(texts.subject, { carrier: plain(carrierName(carrier)) }),
    paragraphs: [say(texts.text, { carrier: plain(carrierName(carrier)), level: plain(`${level} ${currency}`) })],
    facts: [[texts.credit, plain(`${amount} ${currency}`)]],
    action: { label: texts.action, path: '/api-docs' },
    remarks: [texts.once],
  }),
  losing_destinations: ({ destinations }, _, { say, plain, pounds, texts: { losing_destinations: texts } }) => ({
    subject: texts.subject,
    paragraphs: [texts.text],
    facts: destinations.map(({ code, revenue, cost }) => [
      plain(code),
      say(texts.figures, { revenue: pounds(revenue), cost: pounds(cost) }),
    ]),
    action: { label: texts.action, path: '/admin#figures' },
    remarks: [texts.daily],
  }),
} satisfies Partial<Letters>;

/**
 * Names the paid goods: in the reader's language where the ledger names them, else as the customer wrote it.
 */
function paidFor(
  { description, wording }: Pick<MailOf<'payment_verified'>, 'description' | 'wording'>,
  { say, texts }: Pick<Translator, 'say' | 'texts'>,
): string {
  const text = Object.entries(texts.paidFor).find(([code]) => code === wording?.code)?.[1];
  return wording && text
    ? say(
        text,
        plainValues(wording.values, (quoted) => wordsOf(quoted, '')),
      )
    : description;
}

/** Why a payment was rejected: an administrator's own words, or a sentence of ours. */
function rejectionOf({ reason, sentence }: MailOf<'payment_rejected'>, { say, texts }: Translator) {
  return sentence === null ? reason : say(texts.reasons[sentence.code], sentence.values);
}
