import { PAID_WITHIN_DAYS } from '../../src/money/evidence/contract.ts';
import type { Doubt } from '../../db/enums.ts';
import { t } from '../lib/i18n.ts';

/** The reason to doubt a payment, in a sentence. */
export const doubtText = (doubt: Doubt): string =>
  doubt === 'other_hash' ? t('payment.otherHash') : t(`admin.evidence.reason.${doubt}`, { days: PAID_WITHIN_DAYS });
