import { reasonOf } from '../../src/shared/reasons.ts';
import type { Transaction } from '../../src/money/payments/contract.ts';
import { plainValues, type Wording } from '../../src/platform/kit/faults.ts';
import { written } from './fault-text.ts';
import { isTextKey, t } from './i18n.ts';

type Described = Pick<Transaction, 'description' | 'wording'>;

/** The purpose of a transaction: the ledger's words in the current language, a person's own words unchanged. */
export const descriptionText = ({ description, wording }: Described): string =>
  (wording && ledgerText(wording)) ?? description;

/** The kind of the transaction. Credit to try us out is an adjustment in the ledger only. */
export const kindText = ({ type, wording }: Pick<Transaction, 'type' | 'wording'>): string =>
  wording?.code === 'trial' ? t('wordings.trial') : t(`transactions.type.${type}`);

/** Why a transaction ended in its state. */
export function reasonText({ reason, reasonWording }: Pick<Transaction, 'reason' | 'reasonWording'>): string | null {
  const said = reasonWording && ledgerText(reasonWording);
  if (said || reason === null) return said ?? null;
  const carriers = reasonOf(reason);
  return carriers ? t(`sms.reasons.${carriers}`) : reason;
}

/** In the current language; undefined for what this browser does not know yet. */
function ledgerText({ code, values }: Wording): string | undefined {
  const key = [`wordings.${code}`, `sentences.${code}`].find(isTextKey);
  if (!key) return undefined;
  return t(
    key,
    written(
      plainValues(values, (quoted) => ledgerText(quoted) ?? ''),
      { whole: false },
    ),
  );
}
