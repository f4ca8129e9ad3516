import type { ListedSubject } from '../../../db/enums.ts';
import {
  CONFIRM_EMAIL_MINUTES,
  type FactorChange,
  type ListedPrice,
  type Mail,
  RESET_PASSWORD_MINUTES,
  UNDO_EMAIL_DAYS,
} from './contract.ts';

/** A mail's content, without layout. All of it is plain text. */
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

const HOUR_MINUTES = 60;

const LETTERS: { [Kind in Mail['kind']]: (mail: MailOf<Kind>, sender: string) => Letter } = {
  confirm_email: ({ linkId }, sender) => ({
    subject: `Confirm your e-mail address for ${sender}`,
    paragraphs: [`Please confirm that this address belongs to your account with ${sender}.`],
    action: { label: 'Confirm address', path: '/confirm-email', linkId },
    remarks: [
      `The link works once, within ${CONFIRM_EMAIL_MINUTES / HOUR_MINUTES} hours.`,
      'If you have no such account, somebody mistyped their address: you need do nothing.',
    ],
  }),
  reset_password: ({ linkId }, sender) => ({
    subject: `Choose a new password for ${sender}`,
    paragraphs: [`Somebody, hopefully you, asked for a new password for your account with ${sender}.`],
    action: { label: 'Choose a new password', path: '/reset-password', linkId },
    remarks: [
      `The link works once, within ${RESET_PASSWORD_MINUTES} minutes.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  password_changed: ({ keysRevoked }, sender) => ({
    subject: `Your password for ${sender} was changed`,
    paragraphs: [
      keysRevoked > 0
        ? 'Your password was changed, you were signed out everywhere else, and your API keys were revoked.'
        : 'Your password was changed, and you were signed out everywhere else. API keys go on working.',
    ],
    remarks: ['If it was not you, choose a new password at once and replace your API keys.'],
    action: { label: 'Choose a new password', path: '/forgot-password' },
  }),
  new_sign_in: ({ device, address, at }, sender) => ({
    subject: `New sign-in to ${sender}`,
    paragraphs: ['Your account was signed in to from a device that we have not seen before.'],
    facts: [
      ['Device', device ?? 'unknown'],
      ['From', address],
      ['At', `${TIME.format(new Date(at))} UTC`],
    ],
    action: { label: 'Open settings', path: '/settings' },
    remarks: ['If it was not you, change your password and sign out everywhere, in your settings.'],
  }),
  key_made: ({ name }, sender) => ({
    subject: `New API key for ${sender}`,
    paragraphs: ['An API key was made for your account. Whoever has it can use the account with it.'],
    facts: [['Key', name]],
    action: { label: 'Open settings', path: '/settings' },
    remarks: ['If it was not you, revoke the key and change your password, in your settings.'],
  }),
  factor_changed: ({ what }, sender) => ({
    subject: `Your sign-in to ${sender} was changed`,
    paragraphs: [FACTOR_WORDS[what]],
    action: { label: 'Open settings', path: '/settings' },
    remarks: ['If it was not you, choose a new password at once and look at your factors in your settings.'],
  }),
  prices_rising: ({ prices, holdsFrom }, sender) => ({
    subject: `Prices of ${sender} are going to rise`,
    paragraphs: [`From ${TIME.format(new Date(holdsFrom))} UTC on you pay more. Until then nothing changes.`],
    facts: prices.map(({ subject, before, after }) => [
      SUBJECT_WORDS[subject],
      `${priceWords(after)} (now: ${priceWords(before)})`,
    ]),
    action: { label: 'See the prices', path: '/dashboard?section=rates' },
  }),
  host_missing: ({ hostName, name, value, hours }) => ({
    subject: `The DNS record of your host name ${hostName} is gone`,
    paragraphs: [
      `The TXT record that shows that ${hostName} is yours was not found. Set it again within ${hours} hours: after that your portal is not served there.`,
    ],
    facts: [
      ['Name', name],
      ['Value', value],
    ],
    action: { label: 'Open the dashboard', path: '/dashboard' },
  }),
  change_email: ({ linkId }, sender) => ({
    subject: `Confirm your new e-mail address for ${sender}`,
    paragraphs: [`Please confirm that your account with ${sender} is to have this address.`],
    action: { label: 'Confirm address', path: '/confirm-email', linkId },
    remarks: [
      `The link works once, within ${CONFIRM_EMAIL_MINUTES / HOUR_MINUTES} hours. Until then the address before stays.`,
      'If you have no such account, somebody mistyped their address: you need do nothing.',
    ],
  }),
  email_changing: ({ email, linkId }, sender) => ({
    subject: `Your e-mail address for ${sender} is about to change`,
    paragraphs: ['Another e-mail address was asked for. It counts once it is confirmed from there.'],
    facts: [['New address', email]],
    action: { label: 'It was not me', path: '/undo-email', linkId },
    remarks: [UNDO],
  }),
  email_changed: ({ email, linkId }, sender) => ({
    subject: `Your e-mail address for ${sender} was changed`,
    paragraphs: ['Your account has another e-mail address now. Mail goes there, and you sign in with it.'],
    facts: [['New address', email]],
    action: { label: 'It was not me', path: '/undo-email', linkId },
    remarks: [UNDO],
  }),
  account_closed: ({ linkId, expiresAt }, sender) => ({
    subject: `Your account with ${sender} was closed`,
    paragraphs: [
      'Your account was closed. Nobody can sign in to it, and its API keys, passkeys, authenticator apps and webhooks have ended.',
      `On ${dayOf(expiresAt)} your name, addresses, messages and files are erased, and what is left of the balance is given up. What our books need is kept without your name.`,
    ],
    action: { label: 'Undo it', path: '/undo-closing', linkId },
    remarks: [
      `Until then you can undo it with this link, and choose a new password. If it was not you, do so at once.`,
    ],
  }),
  payment_verified: ({ amount, received, order, description, balance }) => ({
    subject: `Payment of £${received ?? amount} verified`,
    paragraphs: [
      order
        ? 'Your payment was verified, and what you ordered is yours.'
        : 'Your payment was verified, and the credit is on your account.',
    ],
    facts: [
      ['Payment', description],
      ['Amount', `£${amount}`],
      ...(received === null ? [] : [['Received', `£${received}`] as const]),
      ['Balance', `£${balance}`],
    ],
    action: { label: 'Open billing', path: '/billing' },
  }),
  payment_rejected: ({ amount, description, reason }) => ({
    subject: `Payment of £${amount} rejected`,
    paragraphs: ['Your payment could not be verified. Nothing was added to your balance.'],
    facts: [
      ['Payment', description],
      ['Amount', `£${amount}`],
      ...(reason === null ? [] : [['Reason', reason] as const]),
    ],
    action: { label: 'Open billing', path: '/billing' },
    remarks: ['If you did pay, you can submit the payment again with the right transaction hash.'],
  }),
  payment_reversed: ({ amount, description, reason, balance, owed }) => ({
    subject: `Payment of £${amount} reversed`,
    paragraphs: [
      'A payment that had been verified was reversed, and its credit was taken back.',
      ...(owed === '0.00'
        ? []
        : [
            `Your balance did not cover it: £${owed} is owed. Your next top-up pays that first, and until then nothing can be sent.`,
          ]),
    ],
    facts: [
      ['Payment', description],
      ['Taken back', `£${amount}`],
      ['Reason', reason],
      ['Balance', `£${balance}`],
      ...(owed === '0.00' ? [] : [['Owed', `£${owed}`] as const]),
    ],
    action: { label: 'Open billing', path: '/billing' },
  }),
  numbers_expiring: ({ numbers }) => ({
    subject: numbers.length === 1 ? `${numbers[0]?.number} expires soon` : 'Your numbers expire soon',
    paragraphs: [
      numbers.length === 1 ? 'A number of yours expires soon.' : 'Some of your numbers expire soon.',
    ],
    facts: numbers.map(({ number, expiresAt, renewal }) => [
      number,
      `${dayOf(expiresAt)}, ${RENEWALS[renewal]}`,
    ]),
    action: { label: 'Open my numbers', path: '/did-numbers' },
  }),
  sudden_rise: ({ code, spent, usual }) => ({
    subject: `Messages and calls to ${code} are stopped`,
    paragraphs: [
      `In the last hour your account spent £${spent} on numbers that begin with ${code}. In a usual hour it is £${usual}.`,
      'Messages and calls to these numbers are stopped, in case somebody else uses your account.',
    ],
    action: { label: 'Open spend limits', path: '/settings' },
    remarks: [
      'If this was you, let them go on under spend limits.',
      'If it was not you, change your password and replace your API keys.',
    ],
  }),
  message_received: ({ from, to, text }) => ({
    subject: `Message from ${from}`,
    paragraphs: [text],
    facts: [
      ['From', from],
      ['To', to],
    ],
    action: { label: 'Open the inbox', path: '/dashboard?section=inbox' },
    remarks: ['You can stop these mails on the page of your numbers.'],
  }),
  unknown_messages: ({ carriers }) => ({
    subject: 'Messages of which nobody knows whether they left',
    paragraphs: [
      'Carriers gave no clear answer to some messages. Their customers stay charged until somebody finds out, or until they are refunded.',
    ],
    facts: carriers.map(({ carrier, recipients, cost }) => [
      carrier,
      `${recipients} ${recipients === 1 ? 'recipient' : 'recipients'}, £${cost}`,
    ]),
    action: { label: 'Settle them', path: '/api-docs' },
    remarks: ['This is told once a day while there are any.'],
  }),
  low_balance: ({ level, balance }) => ({
    subject: `Your balance is below £${level}`,
    paragraphs: [`Your balance has fallen below £${level}, the level that you set.`],
    facts: [['Balance', `£${balance}`]],
    action: { label: 'Add credit', path: '/billing' },
    remarks: ['You can change the level in your settings, under notifications.'],
  }),
};

const UNDO = `If it was not you, undo it within ${UNDO_EMAIL_DAYS} days: this address is the account's again, sessions and API keys end, and you choose a new password.`;

const FACTOR_WORDS: Record<FactorChange, string> = {
  'totp.enabled': 'An authenticator app is asked for from now on when you sign in.',
  'totp.disabled': 'Your authenticator app is not asked for any more when you sign in.',
  'recovery_codes.created': 'Your recovery codes were replaced. The ones before do not work any more.',
  'passkey.added': 'A passkey was added to your account. It signs in without your password.',
  'passkey.removed': 'A passkey was removed from your account.',
};

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const RENEWALS = {
  on: 'renews itself the day before',
  off: 'does not renew itself',
  insufficient_credits: 'could not renew itself: your balance is too low',
} as const;

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (time: string) => DAY.format(new Date(time));

/** The content of a mail, signed by `sender`. */
export function letterFor<Kind extends Mail['kind']>(
  mail: MailOf<Kind> & { kind: Kind },
  sender: string,
): Letter {
  return LETTERS[mail.kind](mail, sender);
}

const SUBJECT_WORDS: Record<ListedSubject, string> = {
  sms: 'A part of a message to one recipient',
  voice: 'A minute of a call',
  number: 'A month of a number',
};

function priceWords({ price, percent }: ListedPrice): string {
  if (price !== null) return `£${price}`;
  return percent === null || percent === 100 ? 'the standard price' : `${percent} % of the standard price`;
}
