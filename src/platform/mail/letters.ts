import { ACCOUNT_LETTERS } from './account-letters.ts';
import type { Mail } from './contract.ts';
import { PAYMENT_LETTERS } from './payment-letters.ts';
import { PRICE_LETTERS } from './price-letters.ts';
import { SERVICE_LETTERS } from './service-letters.ts';
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

export type MailOf<Kind extends Mail['kind']> = Extract<Mail, { kind: Kind }>;

/** Each letter from its mail. The words are in `texts`, a catalogue for each language; in the code is none. */
export type Letters = {
  [Kind in Mail['kind']]: (mail: MailOf<Kind>, sender: string, translator: Translator) => Letter;
};

const LETTERS: Letters = { ...ACCOUNT_LETTERS, ...PAYMENT_LETTERS, ...PRICE_LETTERS, ...SERVICE_LETTERS };

/** The content of a mail, signed by `sender`, in the words of `translator`. */
export function letterFor<Kind extends Mail['kind']>(
  mail: MailOf<Kind> & { kind: Kind },
  sender: string,
  translator: Translator,
): Letter {
  return LETTERS[mail.kind](mail, translator.plain(sender), translator);
}
