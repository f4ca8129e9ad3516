import { useRef, useState } from 'react';
import { listConversations, type Conversation } from '../../../src/services/inbox/contract.ts';
import { t } from '../../lib/i18n.ts';
import { useRouter, useSearch } from '../../lib/router.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useSearchChange } from '../../lib/use-search-change.ts';
import { useCurrentUser } from '../../state/session.ts';
import { MessagesSquare, Inbox, SearchX } from '../../ui/icons.tsx';
import { Card, EmptyState, ListFrame } from '../../ui/frames.tsx';
import { ScrollList } from '../../ui/scroll-list.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Badge, Time } from '../../ui/values.tsx';
import { Thread } from './thread.tsx';
import { WithNumbers } from '../../ui/with-numbers.tsx';

/** In pixels. */
const ROW_HEIGHT = 90;

/** Inbox: who wrote to the account's numbers, and one conversation beside them. A phone shows one at a time. */
export function InboxSection() {
  const { id } = useCurrentUser();
  const [search, setSearch] = useState('');
  const { chosen, choose, leave } = useChosen();
  const query = { search: useDebounced(search) };
  // The one with the newest message first, kept up to date by the live connection.
  const list = usePagedList(listConversations, { params: { id }, query, laterPageSize: 1000 });
  const conversation = list.rows.find((each) => each.id === chosen);
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(17rem,22rem)_1fr]">
      <div className={conversation ? 'max-lg:hidden' : ''}>
        <Card flush title={t('inbox.list')}>
          <div className="px-5 pb-3">
            <SearchInput label={t('inbox.search')} value={search} onChange={setSearch} className="sm:w-full!" />
          </div>
          <ListFrame list={list} more={false} empty={<Empty searching={search !== ''} />}>
            <ScrollList
              key={search}
              label={t('inbox.list')}
              list={list}
              rowHeight={ROW_HEIGHT}
              className="max-h-[65vh] overflow-y-auto border-t border-line"
            >
              {(row) => (
                <ConversationButton conversation={row} isChosen={row.id === chosen} onChoose={() => choose(row.id)} />
              )}
            </ScrollList>
          </ListFrame>
        </Card>
      </div>
      <div className={conversation ? '' : 'max-lg:hidden'}>
        {conversation ? (
          <Thread key={conversation.id} conversation={conversation} onBack={leave} />
        ) : (
          <Card>
            <EmptyState icon={MessagesSquare} title={t('inbox.choose')} description={t('inbox.chooseHint')} />
          </Card>
        )}
      </div>
    </div>
  );
}

/** The conversation that the address names: the list is a step behind it, another one takes its place. */
function useChosen() {
  const { conversation: chosen } = useSearch({ strict: false });
  const change = useSearchChange();
  const { history } = useRouter();
  /** Not so where a link led to it. */
  const isListBehind = useRef(false);
  const choose = (conversation: string) => {
    isListBehind.current ||= chosen === undefined;
    change({ conversation }, chosen !== undefined);
  };
  const leave = () => (isListBehind.current ? history.back() : change({ conversation: undefined }));
  return { chosen, choose, leave };
}

const Empty = ({ searching }: { searching: boolean }) =>
  searching ? (
    <EmptyState icon={SearchX} title={t('inbox.noneFound')} description={t('inbox.noneFoundHint')} />
  ) : (
    <EmptyState icon={Inbox} title={t('inbox.empty')} description={t('inbox.emptyHint')} />
  );

interface ConversationButtonProps {
  conversation: Conversation;
  isChosen: boolean;
  onChoose: () => void;
}

function ConversationButton({ conversation, isChosen, onChoose }: ConversationButtonProps) {
  const { name, otherNumber, ownNumber, lastAt, lastText, lastIncoming, unread } = conversation;
  return (
    <button
      type="button"
      aria-current={isChosen}
      onClick={onChoose}
      className={`flex w-full flex-col gap-0.5 px-5 py-3 text-start transition-colors hover:bg-sunken focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent ${isChosen ? 'bg-accent-soft' : ''}`}
    >
      <span className="flex items-baseline justify-between gap-2">
        <WithNumbers className={`min-w-0 truncate ${unread > 0 ? 'font-semibold' : 'font-medium'}`}>
          {name ?? otherNumber}
        </WithNumbers>
        <span className="shrink-0 text-sm text-muted">
          <Time iso={lastAt} />
        </span>
      </span>
      <span className="flex items-center justify-between gap-2">
        <span dir="auto" className="min-w-0 truncate text-sm text-muted">
          {lastIncoming ? lastText || '…' : t('inbox.you', { text: lastText })}
        </span>
        {unread > 0 && <Badge tone="accent">{t('inbox.unread', { count: unread })}</Badge>}
      </span>
      <WithNumbers className="text-sm text-muted">{t('inbox.to', { number: ownNumber })}</WithNumbers>
    </button>
  );
}
