import { useDeferredValue, useState } from 'react';
import { Globe } from '../../ui/icons.tsx';
import { type NumberCountry, type Region, REGIONS } from '../../../src/services/numbers/catalogue.ts';
import { t, type TextKey } from '../../lib/i18n.ts';
import { useNumberCountries } from '../../lib/use-number-countries.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { CountryCard } from './country-card.tsx';
import { type CountryFilter, filterCountries, SORTS } from '../../lib/filter-countries.ts';

const REGION_TEXTS = {
  Europe: 'numbers.region.europe',
  Americas: 'numbers.region.americas',
  'Asia Pacific': 'numbers.region.asiaPacific',
  'Middle East & Africa': 'numbers.region.middleEastAndAfrica',
  Other: 'numbers.region.other',
} as const satisfies Record<Region, TextKey>;

/** How many countries are shown before somebody asks for all. */
const SHOWN = 24;

const ALL: CountryFilter = { search: '', region: 'all', sort: 'byName' };

interface CountryPickerProps {
  picked: NumberCountry | null;
  onPick: (country: NumberCountry) => void;
}

/** The countries as cards, searched, filtered by region and sorted by price or name. */
export function CountryPicker({ picked, onPick }: CountryPickerProps) {
  const user = useCurrentUser();
  const [filter, setFilter] = useState(ALL);
  const [all, setAll] = useState(false);
  const found = filterCountries(useNumberCountries(), useDeferredValue(filter));
  const shown = all ? found : found.slice(0, SHOWN);

  return (
    <Card
      title={t('numbers.countries.title')}
      description={t('numbers.countries.found', { count: found.length })}
    >
      <CountryFilters filter={filter} onChange={(changed) => setFilter({ ...filter, ...changed })} />
      {found.length === 0 && (
        <EmptyState
          icon={<Globe aria-hidden className="size-5" />}
          title={t('numbers.countries.noMatch')}
          description={t('numbers.countries.noMatchHint')}
        />
      )}
      <ul aria-label={t('numbers.countries.title')} className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {shown.map((country) => (
          <li key={country.countryCode}>
            <CountryCard
              country={country}
              user={user}
              picked={country.countryCode === picked?.countryCode}
              onPick={() => onPick(country)}
            />
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <div className="mt-4 flex justify-center">
          <Button variant="secondary" size="sm" onClick={() => setAll(true)}>
            {t('numbers.countries.showAll', { count: found.length })}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface CountryFiltersProps {
  filter: CountryFilter;
  onChange: (changed: Partial<CountryFilter>) => void;
}

function CountryFilters({ filter, onChange }: CountryFiltersProps) {
  return (
    <div className="mb-4 grid items-end gap-3 sm:grid-cols-[1fr_auto_auto]">
      <SearchInput
        label={t('numbers.countries.search')}
        value={filter.search}
        onChange={(search) => onChange({ search })}
        className="sm:w-full"
      />
      <Field label={t('numbers.countries.region')}>
        <Select
          value={filter.region}
          onChange={({ target }) =>
            onChange({ region: REGIONS.find((region) => region === target.value) ?? 'all' })
          }
        >
          <option value="all">{t('numbers.countries.allRegions')}</option>
          {REGIONS.map((region) => (
            <option key={region} value={region}>
              {t(REGION_TEXTS[region])}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('numbers.countries.sort')}>
        <Select
          value={filter.sort}
          onChange={({ target }) =>
            onChange({ sort: SORTS.find((sort) => sort === target.value) ?? ALL.sort })
          }
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`numbers.countries.${sort}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
