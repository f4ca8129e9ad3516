import { useNavigate } from './router.ts';

/** A function that changes what the address asks for, and leaves the page where it is. */
export function useSearchChange() {
  const navigate = useNavigate();
  return (changed: object, replace = true) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, ...changed }),
      hash: true,
      replace,
      resetScroll: false,
    });
}
