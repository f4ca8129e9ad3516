import type { FigureRow, FigureSplit } from '../../../../src/admin/figures/contract.ts';
import { PACKAGES_KEY } from '../../../../src/shared/packages-key.ts';
import { callingCode } from '../../../../src/platform/kit/calling-code.ts';
import { carrierName } from '../../../../src/shared/carrier-names.ts';
import { callingCodeName } from '../../../lib/calling-codes.ts';
import { t } from '../../../lib/i18n.ts';

const countryOf = (code: string): string => (code === '' ? '–' : destinationName(code));

/** `+4479` as the country that it is in, and its digits. */
export const destinationName = (destination: string): string =>
  `${callingCodeName(callingCode(destination))} (${destination})`;

/** The name of a row of a split. */
export function figureName(split: FigureSplit, { key, person }: Pick<FigureRow, 'key' | 'person'>): string {
  if (split === 'customer' || split === 'reseller') {
    return person ? person.fullName || person.email : t('admin.figures.direct');
  }
  if (key === PACKAGES_KEY) return t('admin.figures.packages');
  if (split === 'country' || split === 'destination') return countryOf(key);
  const [carrier = '', code] = split === 'route' ? key.split(' ') : [key];
  const name = carrierName(carrier) || t('admin.figures.unknownCarrier');
  return code === undefined ? name : `${name}, ${countryOf(code)}`;
}
