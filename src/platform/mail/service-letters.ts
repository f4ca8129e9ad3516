import type { Letters } from './letters.ts';
import { carrierName } from '../../shared/carrier-names.ts';
import type { Translator } from './translator.ts';

/** Numbers, calls and messages, what was decided about names and papers, and what needs an administrator. */
export const SERVICE_LETTERS = {
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
  /** Somebody called a number, and nobody answered. */
  call_missed: (mail, _, translator) => {
    const { say, plain, texts } = translator;
    return {
      subject: say(texts.received_calls.missed, { from: plain(mail.from) }),
      paragraphs: [say(texts.received_calls.missedText, { to: plain(mail.to) })],
      ...restOf(mail, translator),
    };
  },
  /** A caller left a message; what was said stands in the letter where that is known. */
  voicemail_received: (mail, _, translator) => {
    const { say, plain, texts } = translator;
    const { voicemail, voicemailText } = texts.received_calls;
    return {
      subject: say(voicemail, { from: plain(mail.from) }),
      paragraphs: [voicemailText, ...(mail.text === '' ? [] : [mail.text])],
      ...restOf(mail, translator),
    };
  },
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
  /** Says that a message was looked at and not sent, and why. */
  message_refused: (
    { senderId, recipients, reason },
    _,
    { say, plain, texts: { reason: why, message_refused: texts } },
  ) => ({
    subject: say(texts.subject, { from: plain(senderId) }),
    paragraphs: [say(texts.text, { from: plain(senderId), count: recipients })],
    facts: reason === null ? [] : [[why, reason]],
    action: { label: texts.action, path: '/dashboard?section=sms' },
  }),
  /** Says what came of a sender name, and why where it was rejected. */
  sender_decided: ({ name, reason }, _, { say, plain, texts: { reason: why, sender_decided: texts } }) => ({
    subject: say(reason === null ? texts.accepted : texts.rejected, { name: plain(name) }),
    paragraphs: [say(reason === null ? texts.acceptedText : texts.rejectedText, { name: plain(name) })],
    facts: reason === null ? [] : [[why, reason]],
    action: { label: texts.action, path: '/dashboard?section=sms' },
  }),
  /** Says what came of the papers for numbers of a country, and why where they were rejected. */
  papers_decided: (
    { countryCode, accepted, reason },
    _,
    { say, country: nameOf, texts: { reason: why, papers_decided: texts } },
  ) => {
    const country = nameOf(countryCode);
    return {
      subject: say(accepted ? texts.accepted : texts.rejected, { country }),
      paragraphs: [say(accepted ? texts.acceptedText : texts.rejectedText, { country })],
      facts: reason === null ? [] : [[why, reason]],
      action: { label: texts.action, path: '/did-numbers' },
    };
  },
  /** Asks an administrator to delete papers at a carrier by hand. */
  papers_to_delete: (
    { carrier, countryCode, account, ids },
    _,
    { say, plain, country, texts: { papers_to_delete: texts } },
  ) => {
    const values = { carrier: plain(carrierName(carrier)), country: country(countryCode) };
    return {
      subject: say(texts.subject, values),
      paragraphs: [say(texts.text, values)],
      facts: [[texts.account, plain(account)], ...ids.map((id) => [texts.id, plain(id)] as const)],
      remarks: [texts.done],
    };
  },
  /** Says how far a request to bring numbers is. */
  port_changed: (
    { numbers, status, words, portsOn },
    _,
    { say, plain, day, texts: { reason: why, port_changed: texts } },
  ) => {
    const asked = plain(numbers.join(', '));
    return {
      subject: say(texts[status], { numbers: asked }),
      paragraphs: [say(texts[`${status}Text`], { numbers: asked })],
      facts: [
        [texts.numbers, asked],
        ...(portsOn === null ? [] : [[texts.portsOn, day(portsOn)] as const]),
        ...(words === null ? [] : [[status === 'refused' ? why : texts.words, words] as const]),
      ],
      action: { label: texts.action, path: '/did-numbers' },
    };
  },
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
  alarm: ({ alarm, subjects }, sender, { say, plain, texts: { alarm: texts } }) => ({
    subject: say(texts.subject, { sender, what: texts.items[alarm] }),
    paragraphs: [texts.items[alarm], texts.text],
    facts: subjects.filter(({ subject }) => subject !== '').map(({ subject }) => [texts.about, plain(subject)]),
    action: { label: texts.action, path: '/admin' },
    remarks: [texts.daily],
  }),
} satisfies Partial<Letters>;

/** The part below the text of both letters. */
const restOf = ({ from, to }: { from: string; to: string }, { plain, texts }: Translator) => ({
  facts: [
    [texts.from, plain(from)],
    [texts.to, plain(to)],
  ] as const,
  action: { label: texts.received_calls.action, path: '/did-numbers' },
  remarks: [texts.received_calls.stop],
});
