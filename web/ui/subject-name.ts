import type { PricedSubject } from '../../db/enums.ts';
import { t } from '../lib/i18n.ts';

/** The subject of a price. */
export const subjectName = (subject: PricedSubject): string =>
  subject === 'number'
    ? t('rates.page.numbers')
    : subject === 'trunk'
      ? t('rates.own.trunk')
      : t(`rates.service.${subject}`);
