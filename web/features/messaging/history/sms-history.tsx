import { MessageSquare, Search } from '../../../ui/icons.tsx';
import { listSms, smsStatus } from '../../../../src/services/messaging/contract.ts';
import { callPage } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { filterQuery } from '../../../lib/list-filters.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useListFilters } from '../../../lib/use-list-filters.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListFilterFields } from '../../../ui/list-filters.tsx';
import { ListFrame, RowList } from '../../../ui/list-frame.tsx';
import { MessageRow } from './message-row.tsx';

const STATES = smsStatus.options;
/** No state of a message: what test keys have sent. */
const TESTS = 'tests';

/** Messages sent, newest first; their states change as delivery reports arrive. */
export function SmsHistory() {
  const { id } = useCurrentUser();
  const narrowed = useListFilters();
  const isTests = narrowed.filters.status === TESTS;
  const wanted = { ...filterQuery(narrowed.filters, STATES), ...(isTests && { test: 'true' as const }) };
  const isAll = Object.keys(wanted).length === 0;
  const list = usePagedList({
    queryKey: isAll ? queryKeys.sms(id) : [...queryKeys.sms(id), 'search', wanted],
    load: (query) => callPage(listSms, { params: { id }, query: { ...query, ...wanted } }),
    keepPrevious: true,
  });

  return (
    <Card flush title={t('sms.history.title')}>
      {(list.rows.length > 0 || narrowed.isNarrowed) && (
        <ListFilterFields
          list={narrowed}
          searchLabel={t('sms.history.search')}
          states={[
            ...STATES.map((value) => ({ value, label: t(`sms.status.${value}`) })),
            { value: TESTS, label: t('sms.test.all') },
          ]}
          csvHref={isTests ? null : `/api/users/${id}/sms.csv?${new URLSearchParams(wanted)}`}
        />
      )}
      <ListFrame
        list={list}
        empty={
          isAll ? (
            <EmptyState icon={MessageSquare} title={t('sms.history.empty')} description={t('sms.history.emptyHint')} />
          ) : (
            <EmptyState icon={Search} title={t('sms.history.noMatch')} />
          )
        }
      >
        <RowList label={t('sms.history.title')} rows={list.rows} row={(row) => <MessageRow message={row} />} />
      </ListFrame>
    </Card>
  );
}
