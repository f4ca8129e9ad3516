import { useNavigate, useSearch } from '../../../lib/router.ts';

/**
 * The account whose drawer is open. It is in the address, so that it can be linked to and the back button
 * closes it.
 */
export function useViewedUser() {
  const { user: viewed } = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = (user: string | undefined) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, user }),
      hash: true,
      replace: user === undefined,
      resetScroll: false,
    });
  return { viewed, view };
}
