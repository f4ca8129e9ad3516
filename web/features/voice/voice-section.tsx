import { useEffect, useState } from 'react';
import { callStatus } from '../../../src/services/voice/contract.ts';
import { t } from '../../lib/i18n.ts';
import { filterQuery } from '../../lib/list-filters.ts';
import { useListFilters } from '../../lib/use-list-filters.ts';
import { useCurrentUser } from '../../state/session.ts';
import { PhoneOutgoing, Search } from '../../ui/icons.tsx';
import { ListFilterFields } from '../../ui/list-filters.tsx';
import { Here } from '../../ui/only.tsx';
import { ListCard } from '../../ui/frames.tsx';
import { CallForm } from './call-form.tsx';
import { CallRow } from './call-row.tsx';
import { useCalls } from './use-calls.ts';

const STATES = callStatus.options;

/** Calls, newest first; their states change as the carrier tells of them. */
function CallHistory({ placed }: { placed: string | null }) {
  const { id } = useCurrentUser();
  const narrowed = useListFilters();
  const wanted = filterQuery(narrowed.filters, STATES);
  const list = useCalls(id, wanted);
  const comesIntoView = list.rows.some((call) => call.id === placed);
  useEffect(() => {
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    // With its way to hang up, a call that was placed is below the form.
    if (comesIntoView && placed) document.getElementById(placed)?.scrollIntoView({ block: 'nearest', behavior });
  }, [comesIntoView, placed]);
  return (
    <ListCard
      title={t('voice.history.title')}
      list={list}
      above={
        (list.rows.length > 0 || narrowed.isNarrowed) && (
          <ListFilterFields
            list={narrowed}
            searchLabel={t('filters.number')}
            states={STATES.map((value) => ({ id: value, name: t(`voice.status.${value}`) }))}
            csvHref={`/api/users/${id}/voice.csv?${new URLSearchParams(wanted)}`}
          />
        )
      }
      empty={
        Object.keys(wanted).length > 0
          ? { icon: Search, title: t('filters.noCall') }
          : { icon: PhoneOutgoing, title: t('voice.history.empty'), description: t('voice.history.emptyHint') }
      }
      row={(row) => <CallRow call={row} />}
    />
  );
}

/** Voice Services: placing calls, and what became of them. */
export function VoiceSection() {
  const [placed, setPlaced] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <Here may="placeCall">
        <CallForm onPlaced={setPlaced} />
      </Here>
      <CallHistory placed={placed} />
    </div>
  );
}
