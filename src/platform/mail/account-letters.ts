import {
  CONFIRM_EMAIL_MINUTES,
  ENDED_DAYS,
  INVITATION_MINUTES,
  RESET_PASSWORD_MINUTES,
  UNDO_EMAIL_DAYS,
} from './contract.ts';
import type { Letter, Letters, MailOf } from './letters.ts';
import type { Translator } from './translator.ts';

const CONFIRM_EMAIL_HOURS = CONFIRM_EMAIL_MINUTES / 60;
const INVITATION_HOURS = INVITATION_MINUTES / 60;

/** How people sign in, and the end of an account. */
export const ACCOUNT_LETTERS = {
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
  person_invited: ({ owner, linkId, expiresAt }, sender, { say, plain, day, texts, texts: { person_invited } }) => ({
    subject: say(person_invited.subject, { sender }),
    paragraphs: [say(person_invited.text, { sender })],
    facts: [[texts.from, plain(owner)]],
    action: { label: person_invited.action, path: '/invitation', linkId },
    remarks: [say(person_invited.until, { day: day(expiresAt) }), person_invited.notYou],
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
  /** Says that an account was suspended, and why where the administrator said so. */
  account_suspended: ({ reason }, _, { say, texts: { reason: why, account_suspended: texts } }) => ({
    subject: say(texts.subject, {}),
    paragraphs: [say(texts.text, {})],
    facts: reason === null ? [] : [[why, reason]],
    remarks: [texts.remark],
  }),
} satisfies Partial<Letters>;

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
