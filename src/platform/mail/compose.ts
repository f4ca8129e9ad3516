import type { Config } from '../config.ts';
import type { Language } from '../kit/languages.ts';
import type { Mail } from './contract.ts';
import { asHtml, asText, type Page } from './layout.ts';
import { type BrandColumns, type Letterhead, letterheadFor, OPERATOR } from './letterhead.ts';
import { type Letter, letterFor } from './letters.ts';
import { signLinkId } from './link-token.ts';
import { type Translator, translatorOf } from './translator.ts';

/** A reader gets a mail in a language, and under a brand. */
export interface Reader extends BrandColumns {
  full_name: string;
  /** Null: not known, so English. */
  language: Language | null;
  /** The reader has confirmed that the address is theirs. */
  confirmed: boolean;
}

/** A complete mail, the same at every attempt. */
export interface Message {
  /** The permanent id of the mail, so that a receiver that gets it twice can tell. */
  messageId: string;
  date: Date;
  from: { name: string; address: string };
  /** Null: answers go to the sender's address. */
  replyTo: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Composes a mail. */
export function compose(
  config: Config,
  { id, recipient, createdAt, mail }: { id: string; recipient: string; createdAt: Date; mail: Mail },
  reader: Reader,
): Message {
  const letterhead = letterheadFor(config, reader);
  const translator = translatorOf(reader.language ?? 'en');
  const written = letterFor(mail, letterhead.name, translator);
  const letter = withOperator(config, written, { mail, letterhead, translator });
  const actionUrl = actionUrlOf(config, letter, letterhead);
  const page: Page = { letter, letterhead, actionUrl, reader: nameOf(reader), translator };
  const { from } = config.mail;
  return {
    messageId: `<${id}@${from.split('@').at(-1)}>`,
    date: createdAt,
    from: { name: senderOf(mail, letterhead, translator), address: from },
    replyTo: letterhead.support,
    to: recipient,
    subject: letter.subject,
    text: asText(page),
    html: asHtml(page),
  };
}

/** The kinds of mail that an attacker would forge to take over an account. */
const OF_SIGN_IN: ReadonlySet<Mail['kind']> = new Set([
  ...(['confirm_email', 'reset_password', 'password_changed', 'new_sign_in', 'key_made'] as const),
  ...([
    'factor_changed',
    'change_email',
    'email_changing',
    'email_changed',
    'account_closed',
    'person_invited',
  ] as const),
]);

/** The mail names the operator even under a reseller's brand, because the operator keeps the account. */
const namesOperator = (mail: Mail, { name }: Letterhead): boolean => OF_SIGN_IN.has(mail.kind) && name !== OPERATOR;

const senderOf = (mail: Mail, letterhead: Letterhead, { say, texts }: Translator): string =>
  namesOperator(mail, letterhead) ? say(texts.via, { brand: letterhead.name, operator: OPERATOR }) : letterhead.name;

function withOperator(
  { publicUrl }: Config,
  letter: Letter,
  { mail, letterhead, translator }: { mail: Mail; letterhead: Letterhead; translator: Translator },
): Letter {
  if (!namesOperator(mail, letterhead)) return letter;
  const { say, plain, texts } = translator;
  const remark = say(texts.operator, {
    brand: plain(letterhead.name),
    operator: OPERATOR,
    host: plain(new URL(publicUrl).host),
  });
  return { ...letter, remarks: [...(letter.remarks ?? []), remark] };
}

function actionUrlOf(config: Config, { action }: Letter, { baseUrl }: Letterhead): string | null {
  if (!action) return null;
  const query = action.linkId === undefined ? '' : `?token=${signLinkId(config, action.linkId)}`;
  return baseUrl + action.path + query;
}

/** Letters, and the signs that occur in names; a mail program makes no link of such a text. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’ -]{0,58}[\p{L}\p{M}.]$/u;

/**
 * The name in the greeting. A stranger may have registered this address with a message in place of a name:
 * that text is not passed on to the owner of the address.
 */
const nameOf = ({ full_name: name, confirmed }: Reader): string | null => (confirmed && NAME.test(name) ? name : null);
