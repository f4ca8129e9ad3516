import type { Mail } from './contract.ts';
import type { Letter } from './letters.ts';
import type { Translator } from './translator.ts';

type MailOf<Kind extends Mail['kind']> = Extract<Mail, { kind: Kind }>;

/** Somebody called a number, and nobody answered. */
export const callMissed = (mail: MailOf<'call_missed'>, _sender: string, translator: Translator): Letter => {
  const { say, plain, texts } = translator;
  return {
    subject: say(texts.received_calls.missed, { from: plain(mail.from) }),
    paragraphs: [say(texts.received_calls.missedText, { to: plain(mail.to) })],
    ...restOf(mail, translator),
  };
};

/** A caller left a message; what was said stands in the letter where that is known. */
export const voicemailReceived = (
  mail: MailOf<'voicemail_received'>,
  _sender: string,
  translator: Translator,
): Letter => {
  const { say, plain, texts } = translator;
  const { voicemail, voicemailText } = texts.received_calls;
  return {
    subject: say(voicemail, { from: plain(mail.from) }),
    paragraphs: [voicemailText, ...(mail.text === '' ? [] : [mail.text])],
    ...restOf(mail, translator),
  };
};

/** The part below the text of both letters. */
const restOf = ({ from, to }: { from: string; to: string }, { plain, texts }: Translator) => ({
  facts: [
    [texts.from, plain(from)],
    [texts.to, plain(to)],
  ] as const,
  action: { label: texts.received_calls.action, path: '/did-numbers' },
  remarks: [texts.received_calls.stop],
});
