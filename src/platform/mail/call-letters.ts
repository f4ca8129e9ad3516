import type { Mail } from './contract.ts';
import type { Letter } from './letters.ts';
import type { Speaker } from './speaker.ts';

type MailOf<Kind extends Mail['kind']> = Extract<Mail, { kind: Kind }>;

/** Somebody called a number, and nobody answered. */
export const callMissed = (mail: MailOf<'call_missed'>, _sender: string, speaker: Speaker): Letter => {
  const { say, plain, texts } = speaker;
  return {
    subject: say(texts.received_calls.missed, { from: plain(mail.from) }),
    paragraphs: [say(texts.received_calls.missedText, { to: plain(mail.to) })],
    ...restOf(mail, speaker),
  };
};

/** A caller left a message; what was said stands in the letter where that is known. */
export const voicemailReceived = (
  mail: MailOf<'voicemail_received'>,
  _sender: string,
  speaker: Speaker,
): Letter => {
  const { say, plain, texts } = speaker;
  const { voicemail, voicemailText } = texts.received_calls;
  return {
    subject: say(voicemail, { from: plain(mail.from) }),
    paragraphs: [voicemailText, ...(mail.text === '' ? [] : [mail.text])],
    ...restOf(mail, speaker),
  };
};

/** What both have below their text. */
const restOf = ({ from, to }: { from: string; to: string }, { plain, texts }: Speaker) => ({
  facts: [
    [texts.from, plain(from)],
    [texts.to, plain(to)],
  ] as const,
  action: { label: texts.received_calls.action, path: '/did-numbers' },
  remarks: [texts.received_calls.stop],
});
