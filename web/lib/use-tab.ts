import { useLocation, useNavigate } from './router.ts';

/**
 * Which of a page's tabs is open. The address names it, so that a reload, a link and the browser's back
 * button show the same tab. The address leaves out the first tab.
 */
export function useTab<Id extends string>(ids: readonly [Id, ...Id[]]): [Id, (tab: string) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const open = ids.find((id) => id === hash) ?? ids[0];
  const choose = (tab: string) =>
    void navigate({
      to: '.',
      search: (search) => search,
      hash: tab === ids[0] ? '' : tab,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  return [open, choose];
}
