import { useState } from 'react';
import { Download, MessageSquareText, MessageSquareOff, Plus, Search } from '../../../ui/icons.tsx';
import { listOptOuts } from '../../../../src/services/messaging/opt-outs/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListFrame } from '../../../ui/list-frame.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { AddOptOut } from './add-opt-out.tsx';
import { ImportOptOuts } from './import-opt-outs.tsx';
import { OptOutRow } from './opt-out-row.tsx';
import { OptOutTexts } from './opt-out-texts.tsx';

/** Numbers that want no messages from this account, and what is answered to them. */
export function OptOuts() {
  const { id } = useCurrentUser();
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim());
  const list = usePagedList({
    queryKey: [...queryKeys.optOuts(id), 'list', wanted],
    load: (query) => callPage(listOptOuts, { params: { id }, query: { ...query, search: wanted } }),
    keepPrevious: true,
  });
  const isEmpty = list.rows.length === 0 && search === '';
  return (
    <Card
      flush
      title={t('optOuts.title')}
      description={t('optOuts.text')}
      actions={<Actions id={id} isEmpty={isEmpty} />}
    >
      {!isEmpty && (
        <div className="px-5 pb-3">
          <SearchInput label={t('optOuts.search')} value={search} onChange={setSearch} />
        </div>
      )}
      <ListFrame
        list={list}
        empty={
          wanted ? (
            <EmptyState icon={<Search aria-hidden className="size-5" />} title={t('optOuts.noMatch')} />
          ) : (
            <EmptyState
              icon={<MessageSquareOff aria-hidden className="size-5" />}
              title={t('optOuts.empty')}
              description={t('optOuts.emptyHint')}
            />
          )
        }
      >
        <ul aria-label={t('optOuts.title')} className="divide-y divide-line border-t border-line">
          {list.rows.map((row) => (
            <OptOutRow key={row.id} optOut={row} />
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}

function Actions({ id, isEmpty }: { id: string; isEmpty: boolean }) {
  const [open, setOpen] = useState<'add' | 'texts' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<MessageSquareText aria-hidden className="size-4" />}
        onClick={() => setOpen('texts')}
      >
        {t('optOuts.texts.open')}
      </Button>
      <ImportOptOuts />
      {!isEmpty && (
        <a
          href={`/api/users/${id}/opt-outs.csv`}
          download
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <Download aria-hidden className="size-4" />
          {t('optOuts.export')}
        </a>
      )}
      <Button size="sm" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen('add')}>
        {t('optOuts.add')}
      </Button>
      {open === 'add' && <AddOptOut onClose={close} />}
      {open === 'texts' && <OptOutTexts onClose={close} />}
    </>
  );
}
