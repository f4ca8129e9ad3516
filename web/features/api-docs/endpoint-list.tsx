import { type ReactNode, useEffect, useRef } from 'react';
import { formatNumber, t } from '../../lib/i18n.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { type Browsing, Elsewhere } from './elsewhere.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { type AnyEndpoint, searched } from './endpoints.ts';
import type { KnownIds } from './example-request.ts';

interface EndpointListProps {
  tab: keyof Browsing['endpoints'];
  browsing: Browsing;
  idsFor: (endpoint: AnyEndpoint) => KnownIds;
  /** What stands below; a search looks there, too. */
  children: (finds: (text: string) => boolean) => ReactNode;
}

/** The first operation, the others by group, closed, and an index with a search, which stays in view. */
export function EndpointList({ tab, browsing, idsFor, children }: EndpointListProps) {
  const { search, onSearch } = browsing;
  const endpoints = browsing.endpoints[tab];
  const wanted = search.trim().toLowerCase();
  const finds = (text: string) => wanted.split(/\s+/).every((word) => text.toLowerCase().includes(word));
  const found = searched(endpoints, wanted);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a telephone what is found would stand below the screen.
    if (wanted !== '') list.current?.scrollIntoView();
  }, [wanted]);
  const groups = [...Map.groupBy(found, ({ tag }) => tag)];
  const card = (endpoint: AnyEndpoint) => (
    <EndpointCard key={endpoint.name} endpoint={endpoint} ids={idsFor(endpoint)} isOpen={endpoint === endpoints[0]} />
  );
  return (
    <div ref={list} className={`flex scroll-mt-16 flex-col gap-5 ${wanted === '' ? '' : 'min-h-dvh'}`}>
      <div className="grid items-start gap-x-5 gap-y-3 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="sticky top-16 z-10 -mx-1 flex flex-col gap-2 bg-canvas px-1 py-2 lg:max-h-[calc(100dvh-4rem)]">
          <SearchInput label={t('apiDocs.index.search')} value={search} onChange={onSearch} className="sm:w-full" />
          <nav aria-label={t('apiDocs.index.title')} className="overflow-y-auto max-lg:hidden">
            {groups.map(([tag, all]) => (
              <ul key={tag} aria-label={tag} className="mb-3 text-sm">
                <li className="px-2 py-1 font-medium text-muted">{tag}</li>
                {all.map(({ name, summary }) => (
                  <li key={name}>
                    <button
                      type="button"
                      onClick={() => show(name)}
                      className="w-full rounded-sm px-2 py-1 text-start hover:bg-sunken focus-visible:-outline-offset-2"
                    >
                      {summary}
                    </button>
                  </li>
                ))}
              </ul>
            ))}
          </nav>
        </div>
        <div className="flex min-w-0 flex-col gap-2 lg:pt-2">
          {wanted === '' ? (
            endpoints[0] && card(endpoints[0])
          ) : (
            <Elsewhere tab={tab} browsing={browsing} finds={finds} isEmpty={found.length === 0} />
          )}
          {groups.map(([tag, all]) => {
            const folded = wanted === '' ? all.filter((each) => each !== endpoints[0]) : all;
            return (
              <details key={tag} open={wanted !== ''}>
                <summary className="cursor-pointer scroll-mt-40 py-2 text-lg font-semibold">
                  {tag} ({formatNumber(folded.length)})
                </summary>
                <div className="flex flex-col gap-2">{folded.map(card)}</div>
              </details>
            );
          })}
        </div>
      </div>
      {children(finds)}
    </div>
  );
}

/** Opens an operation and what it is folded into, and goes to it. */
function show(name: string): void {
  const card = document.querySelector(`details#${CSS.escape(name)}`);
  for (let each = card; each; each = each.parentElement?.closest('details') ?? null) each.setAttribute('open', '');
  card?.scrollIntoView();
  card?.querySelector('summary')?.focus({ preventScroll: true });
}
