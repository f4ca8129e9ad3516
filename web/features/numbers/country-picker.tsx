import { useDeferredValue, useState } from 'react';
import type { User } from '../../../src/callers/contract.ts';
import { type NumberCountry, type Region, REGIONS, type Tier } from '../../../src/services/numbers/catalogue.ts';
import { countryName } from '../../lib/country-name.ts';
import { type CountryFilter, filterCountries, SORTS } from '../../lib/filter-countries.ts';
import { t, type TextKey } from '../../lib/i18n.ts';
import { useNumberCountries } from '../../lib/use-number-countries.ts';
import { useRates } from '../../lib/use-rates.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card, EmptyState } from '../../ui/frames.tsx';
import { Field, Options, Select } from '../../ui/field.tsx';
import { FirstRows } from '../../ui/first-rows.tsx';
import { Globe } from '../../ui/icons.tsx';
import { Badge, Money, type Tone, formatPounds } from '../../ui/values.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { paysLess } from './number-price.ts';

const TONES: Record<Tier, Tone> = { Premium: 'warning', Advanced: 'accent', Standard: 'neutral', Value: 'success' };

interface CountryCardProps {
  country: NumberCountry;
  user: User;
  picked: boolean;
  onPick: () => void;
}

/** A country with its tier and what a month costs this user; pressing it picks it. */
function CountryCard({ country: row, user, picked, onPick }: CountryCardProps) {
  const now = new Date();
  const price = useRates(user.id)?.numbers[row.countryCode];
  return (
    <button
      type="button"
      aria-pressed={picked}
      onClick={onPick}
      className="flex h-full w-full items-center gap-3 rounded-md border border-line-strong/60 bg-surface px-3 py-2.5 text-start transition-colors hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft"
    >
      <span
        aria-hidden
        className="flex h-8 w-9 shrink-0 items-center justify-center rounded-sm bg-sunken text-xs font-semibold text-muted"
      >
        {row.countryCode}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={countryName(row)}>
          {countryName(row)}
        </span>
        <Badge tone={TONES[row.tier]}>{t(`numbers.tier.${row.tier}`)}</Badge>
      </span>
      <span className="shrink-0 text-end">
        <span className="block font-semibold">{price === undefined ? '–' : <Money value={price} />}</span>
        {paysLess(user, now) ? (
          <s
            aria-label={t('numbers.countries.standardPrice', { price: formatPounds(row.monthlyPrice) })}
            className="text-sm text-muted"
          >
            <Money value={row.monthlyPrice} />
          </s>
        ) : (
          <span className="text-sm text-muted">{t('numbers.countries.perMonth')}</span>
        )}
      </span>
    </button>
  );
}

const REGION_TEXTS = {
  Europe: 'numbers.region.europe',
  Americas: 'numbers.region.americas',
  'Asia Pacific': 'numbers.region.asiaPacific',
  'Middle East & Africa': 'numbers.region.middleEastAndAfrica',
  Other: 'numbers.region.other',
} as const satisfies Record<Region, TextKey>;

const ALL: CountryFilter = { search: '', region: 'all', sort: 'byName' };

interface CountryPickerProps {
  picked: NumberCountry | null;
  onPick: (country: NumberCountry) => void;
}

/** The countries as cards, searched, filtered by region and sorted by price or name. */
export function CountryPicker({ picked, onPick }: CountryPickerProps) {
  const user = useCurrentUser();
  const [filter, setFilter] = useState(ALL);
  const found = filterCountries(useNumberCountries(), { ...useDeferredValue(filter), home: user.country });

  return (
    <Card
      title={t('numbers.countries.title')}
      description={`${t('numbers.countries.found', { count: found.length })}. ${t('numbers.countries.tiers')}`}
    >
      <CountryFilters filter={filter} onChange={(changed) => setFilter({ ...filter, ...changed })} />
      {found.length === 0 && (
        <EmptyState
          icon={Globe}
          title={t('numbers.countries.noMatch')}
          description={t('numbers.countries.noMatchHint')}
        />
      )}
      <FirstRows hasEdges rows={found}>
        {(shown) => (
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
        )}
      </FirstRows>
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
          onChange={({ target }) => onChange({ region: REGIONS.find((region) => region === target.value) ?? 'all' })}
        >
          <option value="all">{t('numbers.countries.allRegions')}</option>
          <Options of={REGIONS} name={(region) => t(REGION_TEXTS[region])} />
        </Select>
      </Field>
      <Field label={t('numbers.countries.sort')}>
        <Select
          value={filter.sort}
          onChange={({ target }) => onChange({ sort: SORTS.find((sort) => sort === target.value) ?? ALL.sort })}
        >
          <Options of={SORTS} name={(sort) => t(`numbers.countries.${sort}`)} />
        </Select>
      </Field>
    </div>
  );
}
