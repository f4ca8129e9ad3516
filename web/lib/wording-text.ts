import { reasonOf } from '../../src/carriers/reasons.ts';
import type { Transaction } from '../../src/money/payments/contract.ts';
import type { SentenceValues } from '../../src/platform/kit/faults.ts';
import { wordingOf } from '../../src/platform/kit/wordings.ts';
import { formatPounds } from '../ui/format-money.ts';
import { countryNameOf } from './calling-codes.ts';
import { isTextKey, t, type TextValues } from './i18n.ts';

/**
 * A description or a reason from the ledger in the current language. A person's own words, and what this browser does
 * not know yet, stay as they are.
 */
export function wordingText(text: string): string {
  const said = wordingOf(text);
  if (!said) {
    const reason = reasonOf(text);
    return reason ? t(`sms.reasons.${reason}`) : text;
  }
  const key = [`wordings.${said.code}`, `sentences.${said.code}`].find(isTextKey);
  return key ? t(key, written(said.values)) : text;
}

/** What kind of transaction it is. Credit to try us out is an adjustment in the ledger only. */
export const kindText = ({ type, description }: Pick<Transaction, 'type' | 'description'>): string =>
  wordingOf(description)?.code === 'trial' ? t('wordings.trial') : t(`transactions.type.${type}`);

/** Why a transaction ended in its state; null if its description says so already. */
export const reasonText = ({
  reason,
  description,
}: Pick<Transaction, 'reason' | 'description'>): string | null =>
  reason && reason !== description ? wordingText(reason) : null;

/** Amounts and countries as they are written everywhere, and what a text quotes in the same language. */
function written({ ...values }: SentenceValues): TextValues {
  const { what, amount, country, number } = values;
  if (what) values.what = wordingText(String(what));
  if (amount) values.amount = formatPounds(String(amount).replace(/[£,]/g, ''));
  if (country) values.country = countryNameOf(String(number), String(country));
  return values;
}
