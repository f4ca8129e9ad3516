import { plainValues, wordsOf } from '../kit/wordings.ts';
import {
  CONFIRM_EMAIL_MINUTES,
  ENDED_DAYS,
  INVITATION_MINUTES,
  type Mail,
  RESET_PASSWORD_MINUTES,
  UNDO_EMAIL_DAYS,
} from './contract.ts';
import { callMissed, voicemailReceived } from './call-letters.ts';
import { accountSuspended, papersDecided, papersToDelete, portChanged, senderDecided } from './decision-letters.ts';
import { destinationsDropped, destinationsRising, pricesRising } from './price-letters.ts';
import type { Translator } from './translator.ts';

/** A mail's content in its reader's language, without layout. All of it is plain text. */
export interface Letter {
  subject: string;
  paragraphs: readonly string[];
  facts?: readonly (readonly [name: string, value: string])[];
  /** A button; with `linkId` its address carries the token of that link. */
  action?: { label: string; path: string; linkId?: string };
  /** Lines below the button. */
  remarks?: readonly string[];
}

type MailOf<Kind extends Mail['kind']> = Extract<Mail, { kind: Kind }>;

const CONFIRM_EMAIL_HOURS = CONFIRM_EMAIL_MINUTES / 60;
const INVITATION_HOURS = INVITATION_MINUTES / 60;

/** Each letter from its mail. The words are in `texts`, a catalogue for each language; here is none. */
const LETTERS: {
  [Kind in Mail['kind']]: (mail: MailOf<Kind>, sender: string, translator: Translator) => Letter;
} = {
  confirm_email: ({ linkId }, sender, { say, texts }) => ({
    subject: say(texts.confirm_email.subject, { sender }),
    paragraphs: [say(texts.confirm_email.text, { sender })],
    action: { label: texts.confirmAddress, path: '/confirm-email', linkId },
    remarks: [say(texts.linkHours, { count: CONFIRM_EMAIL_HOURS }), texts.noAccount],
  }),
  reset_password: ({ linkId }, sender, { say, texts }) => ({
    subject: say(texts.reset_password.subject, { sender }),
    paragraphs: [say(texts.reset_password.text, { sender })],
    action: { label: texts.chooseNew, path: '/reset-password', linkId },
    remarks: [say(texts.linkMinutes, { count: RESET_PASSWORD_MINUTES }), texts.reset_password.notYou],
  }),
  invitation: ({ linkId }, sender, { say, texts, texts: { invitation } }) => ({
    subject: say(invitation.subject, { sender }),
    paragraphs: [say(invitation.text, { sender })],
    action: { label: invitation.action, path: '/reset-password', linkId },
    remarks: [say(texts.linkHours, { count: INVITATION_HOURS }), invitation.ended],
  }),
  password_changed: (
    { keysRevoked, ended },
    sender,
    { say, plain, texts: { chooseNew, leftBehind, password_changed: texts } },
  ) => ({
    subject: say(texts.subject, { sender }),
    paragraphs: [
      keysRevoked > 0 ? texts.withKeys : texts.text,
      ...(ended.length > 0 ? [say(texts.ended, { count: ENDED_DAYS })] : []),
    ],
    facts: ended.map(({ what, name }) => [leftBehind[what], plain(name)]),
    remarks: [texts.notYou],
    action: { label: chooseNew, path: '/forgot-password' },
  }),
  new_sign_in: ({ device, address, at }, sender, { say, time, plain, texts }) => ({
    subject: say(texts.new_sign_in.subject, { sender }),
    paragraphs: [texts.new_sign_in.text],
    facts: [
      [texts.new_sign_in.device, device === null ? texts.new_sign_in.unknownDevice : plain(device)],
      [texts.from, plain(address)],
      [texts.new_sign_in.at, time(at)],
    ],
    action: { label: texts.openSettings, path: '/settings' },
    remarks: [texts.new_sign_in.notYou],
  }),
  key_made: ({ name }, sender, { say, texts }) => ({
    subject: say(texts.key_made.subject, { sender }),
    paragraphs: [texts.key_made.text],
    facts: [[texts.key_made.key, name]],
    action: { label: texts.openSettings, path: '/settings' },
    remarks: [texts.key_made.notYou],
  }),
  access_changed: ({ what, name }, sender, { say, plain, texts }) => ({
    subject: say(texts.access_changed.subject, { sender }),
    paragraphs: [texts.access_changed[what]],
    facts: [[texts.leftBehind[what], plain(name)]],
    action: { label: texts.chooseNew, path: '/forgot-password' },
    remarks: [texts.access_changed.notYou],
  }),
  factor_changed: ({ what }, sender, { say, texts }) => ({
    subject: say(texts.factor_changed.subject, { sender }),
    paragraphs: [texts.factor_changed[what]],
    action: { label: texts.openSettings, path: '/settings' },
    remarks: [texts.factor_changed.notYou],
  }),
  notice: ({ subject, paragraphs }, _, { plain }) => ({ subject: plain(subject), paragraphs: paragraphs.map(plain) }),
  prices_rising: pricesRising,
  destinations_rising: destinationsRising,
  destinations_dropped: destinationsDropped,
  host_missing: ({ hostName, name, value, hours }, _, { say, plain, texts: { host_missing: texts } }) => ({
    subject: say(texts.subject, { host: plain(hostName) }),
    paragraphs: [say(texts.text, { host: plain(hostName), count: hours })],
    // Without markup, because people copy both from here.
    facts: [
      [texts.name, name],
      [texts.value, value],
    ],
    action: { label: texts.action, path: '/dashboard' },
  }),
  change_email: ({ linkId }, sender, { say, texts }) => ({
    subject: say(texts.change_email.subject, { sender }),
    paragraphs: [say(texts.change_email.text, { sender })],
    action: { label: texts.confirmAddress, path: '/confirm-email', linkId },
    remarks: [say(texts.linkHours, { count: CONFIRM_EMAIL_HOURS }), texts.change_email.before, texts.noAccount],
  }),
  email_changing: (mail, sender, translator) => addressLetter(mail, sender, translator),
  email_changed: (mail, sender, translator) => addressLetter(mail, sender, translator),
  account_closed: ({ linkId, expiresAt }, sender, { say, day, texts: { account_closed: texts } }) => ({
    subject: say(texts.subject, { sender }),
    paragraphs: [texts.text, say(texts.erased, { day: day(expiresAt) })],
    action: { label: texts.action, path: '/undo-closing', linkId },
    remarks: [texts.undo],
  }),
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
  invoice_issued: ({ what, number, amount, seller }, _, { say, pounds, texts }) => ({
    subject: say(texts.invoice_issued[what], { number, seller }),
    paragraphs: [say(texts.invoice_issued.text, { amount: pounds(amount) })],
    action: { label: texts.openBilling, path: '/billing/statements' },
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
  numbers_expiring: ({ numbers }, _, { say, day, plain, texts: { numbers_expiring: texts } }) => {
    const [only, ...others] = numbers;
    const isOne = only !== undefined && others.length === 0;
    return {
      subject: isOne ? say(texts.subjectOne, { number: plain(only.number) }) : texts.subject,
      paragraphs: [isOne ? texts.textOne : texts.text],
      facts: numbers.map(({ number, expiresAt, renewal }) => [
        plain(number),
        say(texts.line, { day: day(expiresAt), renewal: texts[renewal] }),
      ]),
      action: { label: texts.action, path: '/did-numbers' },
    };
  },
  numbers_to_confirm: ({ numbers }, _, { say, day, plain, texts: { numbers_to_confirm: texts } }) => ({
    subject: texts.subject,
    paragraphs: [texts.text],
    facts: numbers.map(({ number, until }) => [plain(number), say(texts.line, { day: day(until) })]),
    action: { label: texts.action, path: '/sms' },
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
  call_missed: callMissed,
  voicemail_received: voicemailReceived,
  message_received: ({ from, to, text }, _, { say, plain, texts }) => ({
    subject: say(texts.message_received.subject, { from: plain(from) }),
    paragraphs: [text],
    facts: [
      [texts.from, plain(from)],
      [texts.to, plain(to)],
    ],
    action: { label: texts.message_received.action, path: '/dashboard?section=inbox' },
    remarks: [texts.message_received.stop],
  }),
  alarm: ({ alarm, subjects }, sender, { say, plain, texts: { alarm: texts } }) => ({
    subject: say(texts.subject, { sender, what: texts.items[alarm] }),
    paragraphs: [texts.items[alarm], texts.text],
    facts: subjects.filter(({ subject }) => subject !== '').map(({ subject }) => [texts.about, plain(subject)]),
    action: { label: texts.action, path: '/admin' },
    remarks: [texts.daily],
  }),
  account_suspended: accountSuspended,
  sender_decided: senderDecided,
  papers_decided: papersDecided,
  port_changed: portChanged,
  papers_to_delete: papersToDelete,
  carrier_credit_low: (
    { carrier, amount, currency, level },
    _,
    { say, plain, texts: { carrier_credit_low: texts } },
  ) => ({
    subject: say(texts.subject, { carrier: plain(carrier) }),
    paragraphs: [say(texts.text, { carrier: plain(carrier), level: plain(`${level} ${currency}`) })],
    facts: [[texts.credit, plain(`${amount} ${currency}`)]],
    action: { label: texts.action, path: '/api-docs' },
    remarks: [texts.once],
  }),
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
  low_balance: ({ level, balance }, _, { say, pounds, texts }) => ({
    subject: say(texts.low_balance.subject, { level: pounds(level) }),
    paragraphs: [say(texts.low_balance.text, { level: pounds(level) })],
    facts: [[texts.balance, pounds(balance)]],
    action: { label: texts.low_balance.action, path: '/billing' },
    remarks: [texts.low_balance.change],
  }),
};

/** To the former or the current address of an account: a change was requested, or was made. */
function addressLetter(
  { kind, email, linkId }: MailOf<'email_changing' | 'email_changed'>,
  sender: string,
  { say, plain, texts }: Translator,
): Letter {
  return {
    subject: say(texts[kind].subject, { sender }),
    paragraphs: [texts[kind].text],
    facts: [[texts.newAddress, plain(email)]],
    action: { label: texts.notMe, path: '/undo-email', linkId },
    remarks: [say(texts.undoDays, { count: UNDO_EMAIL_DAYS })],
  };
}

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

/** The content of a mail, signed by `sender`, in the words of `translator`. */
export function letterFor<Kind extends Mail['kind']>(
  mail: MailOf<Kind> & { kind: Kind },
  sender: string,
  translator: Translator,
): Letter {
  return LETTERS[mail.kind](mail, translator.plain(sender), translator);
}
