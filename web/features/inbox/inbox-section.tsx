import { useState } from 'react';
import { listConversations } from '../../../src/services/inbox/contract.ts';
import { callPage } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MessagesSquare } from '../../ui/icons.tsx';
import { ConversationList } from './conversation-list.tsx';
import { Thread } from './thread.tsx';

/** Conversations, the one with the newest message first, kept up to date by the live connection. */
const useConversations = (userId: string, search: string) =>
  usePagedList({
    queryKey: [...queryKeys.conversations(userId), 'list', search],
    load: (query) => callPage(listConversations, { params: { id: userId }, query: { ...query, search } }),
    keepPrevious: true,
    laterPageSize: 1000,
  });

/** Inbox: who wrote to the account's numbers, and one conversation beside them. A phone shows one at a time. */
export function InboxSection() {
  const { id } = useCurrentUser();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useConversations(id, useDebounced(search));
  const conversation = list.rows.find((each) => each.id === chosen);
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(17rem,22rem)_1fr]">
      <div className={conversation ? 'max-lg:hidden' : ''}>
        <ConversationList list={list} search={search} onSearch={setSearch} chosen={chosen} onChoose={setChosen} />
      </div>
      <div className={conversation ? '' : 'max-lg:hidden'}>
        {conversation ? (
          <Thread key={conversation.id} conversation={conversation} onBack={() => setChosen(null)} />
        ) : (
          <Card>
            <EmptyState icon={MessagesSquare} title={t('inbox.choose')} description={t('inbox.chooseHint')} />
          </Card>
        )}
      </div>
    </div>
  );
}
