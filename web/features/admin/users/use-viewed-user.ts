import { useSearch } from '../../../lib/router.ts';
import { useSearchChange } from '../../../lib/use-search-change.ts';

/**
 * The account whose drawer is open. It is in the address, so that it can be linked to and the back button
 * closes it.
 */
export function useViewedUser() {
  const { user: viewed } = useSearch({ strict: false });
  const change = useSearchChange();
  return { viewed, view: (user: string | undefined) => change({ user }, user === undefined) };
}
