import { DownloadLink } from './download-link.tsx';
import { t } from '../lib/i18n.ts';
import type { useListFilters } from '../lib/use-list-filters.ts';
import { Button } from './button.tsx';
import { DayRange } from './day-range.tsx';
import { Options, Select } from './field.tsx';
import { MoreFilters } from './more-filters.tsx';
import { SearchInput } from './search-input.tsx';

interface ListFiltersProps {
  list: ReturnType<typeof useListFilters>;
  searchLabel: string;
  /** The states that can be chosen, with their names. */
  states: readonly { id: string; name: string }[];
  /** The label of these states, and that of all of them together. */
  stateLabel?: string;
  everyState?: string;
  /** The address of the same list as CSV, where there is one. */
  csvHref: string | null;
}

/** Narrows a list down by what is searched for, state and days, and saves what is shown. */
export function ListFilterFields({
  list,
  searchLabel,
  states,
  stateLabel = t('filters.state'),
  everyState = t('filters.everyState'),
  csvHref,
}: ListFiltersProps) {
  const { filters, typed, setTyped, change, clear, isNarrowed } = list;
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 pb-4">
      <SearchInput label={searchLabel} value={typed} onChange={setTyped} className="sm:w-48!" />
      <MoreFilters open={isNarrowed}>
        <Select
          aria-label={stateLabel}
          className="sm:w-auto!"
          value={filters.status}
          onChange={(event) => change({ status: event.target.value })}
        >
          <option value="">{everyState}</option>
          <Options of={states} />
        </Select>
        <DayRange {...filters} onChange={({ from = '', to = '' }) => change({ from, to })} />
        {csvHref !== null && <DownloadLink href={csvHref}>{t('filters.csv')}</DownloadLink>}
        {isNarrowed && (
          <Button variant="ghost" onClick={clear}>
            {t('filters.clear')}
          </Button>
        )}
      </MoreFilters>
    </div>
  );
}
