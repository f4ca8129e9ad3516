import { useState } from 'react';
import type { Setting } from '../../../../src/admin/settings/contract.ts';
import { filterCountries } from '../../../lib/filter-countries.ts';
import { t } from '../../../lib/i18n.ts';
import { useNumberCountries } from '../../../lib/use-number-countries.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { FirstRows } from '../../../ui/first-rows.tsx';
import { SettingRow } from './setting-row.tsx';

interface NumberPricesCardProps {
  settings: readonly Setting[];
  onChange: (setting: Setting) => void;
}

/**
 * Shows the price of a month of a number, for each country: those that were changed, and all others by a
 * search.
 */
export function NumberPricesCard({ settings, onChange }: NumberPricesCardProps) {
  const [search, setSearch] = useState('');
  const prices = settings.filter(({ name }) => name === 'number_price');
  const found = filterCountries(useNumberCountries(), { search, region: 'all', sort: 'byName' });
  const rows = found.flatMap(({ countryCode }) =>
    prices.filter(
      ({ about, source, next }) =>
        about === countryCode && (search.trim() !== '' || source === 'panel' || next !== null),
    ),
  );
  const title = t('admin.settings.groupNumbers');
  return (
    <Card flush title={title} description={t('admin.settings.groupNumbersHint')}>
      <div className="px-5 pb-3">
        <SearchInput
          label={t('numbers.countries.search')}
          value={search}
          onChange={setSearch}
          className="sm:w-full"
        />
      </div>
      {rows.length === 0 && search.trim() !== '' && <EmptyState title={t('numbers.countries.noMatch')} />}
      {rows.length > 0 && (
        <FirstRows key={search} rows={rows}>
          {(shown) => (
            <ul aria-label={title} className="divide-y divide-line border-t border-line">
              {shown.map((setting) => (
                <SettingRow key={setting.about} setting={setting} onChange={() => onChange(setting)} />
              ))}
            </ul>
          )}
        </FirstRows>
      )}
    </Card>
  );
}
