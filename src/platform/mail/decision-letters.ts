import type { Mail } from './contract.ts';
import type { Letter } from './letters.ts';
import type { Translator } from './translator.ts';

/** Says that an account was suspended, and why where the administrator said so. */
export function accountSuspended(
  { reason }: Extract<Mail, { kind: 'account_suspended' }>,
  _: string,
  { say, texts: { reason: why, account_suspended: texts } }: Translator,
): Letter {
  return {
    subject: say(texts.subject, {}),
    paragraphs: [say(texts.text, {})],
    facts: reason === null ? [] : [[why, reason]],
    remarks: [texts.remark],
  };
}

/** Says what came of a sender name, and why where it was rejected. */
export function senderDecided(
  { name, reason }: Extract<Mail, { kind: 'sender_decided' }>,
  _: string,
  { say, plain, texts: { reason: why, sender_decided: texts } }: Translator,
): Letter {
  return {
    subject: say(reason === null ? texts.accepted : texts.rejected, { name: plain(name) }),
    paragraphs: [say(reason === null ? texts.acceptedText : texts.rejectedText, { name: plain(name) })],
    facts: reason === null ? [] : [[why, reason]],
    action: { label: texts.action, path: '/dashboard?section=sms' },
  };
}

/** Says what came of the papers for numbers of a country, and why where they were rejected. */
export function papersDecided(
  { countryCode, accepted, reason }: Extract<Mail, { kind: 'papers_decided' }>,
  _: string,
  { say, country: nameOf, texts: { reason: why, papers_decided: texts } }: Translator,
): Letter {
  const country = nameOf(countryCode);
  return {
    subject: say(accepted ? texts.accepted : texts.rejected, { country }),
    paragraphs: [say(accepted ? texts.acceptedText : texts.rejectedText, { country })],
    facts: reason === null ? [] : [[why, reason]],
    action: { label: texts.action, path: '/did-numbers' },
  };
}

/** Asks an administrator to delete papers at a carrier by hand. */
export function papersToDelete(
  { carrier, countryCode, account, ids }: Extract<Mail, { kind: 'papers_to_delete' }>,
  _: string,
  { say, plain, country, texts: { papers_to_delete: texts } }: Translator,
): Letter {
  const values = { carrier: plain(carrier), country: country(countryCode) };
  return {
    subject: say(texts.subject, values),
    paragraphs: [say(texts.text, values)],
    facts: [[texts.account, plain(account)], ...ids.map((id) => [texts.id, plain(id)] as const)],
    remarks: [texts.done],
  };
}

/** Says how far a request to bring numbers is. */
export function portChanged(
  { numbers, status, words, portsOn }: Extract<Mail, { kind: 'port_changed' }>,
  _: string,
  { say, plain, day, texts: { reason: why, port_changed: texts } }: Translator,
): Letter {
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
}
