import type { FigureRow, FigureSplit } from '../../../../src/admin/figures/contract.ts';
import { callingCodeName } from '../../../lib/calling-codes.ts';
import { t } from '../../../lib/i18n.ts';

const countryOf = (code: string): string => (code === '' ? '–' : `${callingCodeName(code)} (${code})`);

/** What a row of a split is called. */
export function figureName(split: FigureSplit, { key, person }: Pick<FigureRow, 'key' | 'person'>): string {
  if (split === 'customer' || split === 'reseller') {
    return person ? person.fullName || person.email : t('admin.figures.direct');
  }
  if (split === 'country') return countryOf(key);
  const [carrier = '', code] = split === 'route' ? key.split(' ') : [key];
  const name = carrier || t('admin.figures.unknownCarrier');
  return code === undefined ? name : `${name}, ${countryOf(code)}`;
}
