import { useEffect, useRef, useState } from 'react';
import { type ListFilters, NO_FILTERS, parseListFilters } from './list-filters.ts';
import { useSearch } from './router.ts';
import { useDebounced } from './use-debounced.ts';
import { useSearchChange } from './use-search-change.ts';

/**
 * The filters of a list. They are in the address, so that it can be linked to and lasts over a reload; typed
 * text gets there after a moment.
 */
export function useListFilters() {
  const filters = { ...NO_FILTERS, ...parseListFilters(useSearch({ strict: false })) };
  const changeSearch = useSearchChange();
  const [typed, setTyped] = useState(filters.q);
  const wanted = useDebounced(typed.trim());
  const change = (changed: Partial<ListFilters>) => changeSearch(withoutEmpty({ ...filters, ...changed }));
  const carried = useRef(new Set<string>());
  useEffect(() => {
    if (wanted === filters.q) return;
    carried.current.add(wanted);
    change({ q: wanted });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what was typed is carried into the address
  }, [wanted]);
  useEffect(() => {
    // A link has led here while the list was already shown.
    if (!carried.current.delete(filters.q)) setTyped(filters.q);
  }, [filters.q]);
  const clear = () => {
    setTyped('');
    change(NO_FILTERS);
  };
  const isNarrowed = Object.values(filters).some((value) => value !== '') || typed !== '';
  return { filters, typed, setTyped, change, clear, isNarrowed };
}

const withoutEmpty = (filters: ListFilters) =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, value || undefined]));
