import type { ComponentProps } from 'react';
import { codedCountries } from '../lib/calling-codes.ts';
import { t } from '../lib/i18n.ts';
import { Options, Select } from './field.tsx';

/** Chooses the country to which numbers without a country's code belong; blank: none. */
export function CountrySelect(props: ComponentProps<'select'>) {
  return (
    <Select {...props}>
      <option value="">{t('ui.noCountry')}</option>
      <Options
        of={codedCountries()}
        value={({ country }) => country}
        name={({ code, name }) => `${name} (\u2066${code}\u2069)`}
      />
    </Select>
  );
}
