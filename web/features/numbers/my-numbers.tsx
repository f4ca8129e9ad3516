import { Globe } from '../../ui/icons.tsx';
import { listNumbers } from '../../../src/services/numbers/contract.ts';
import { callPage } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { NumberRow } from './number-row.tsx';

/** The numbers one has, with their states; kept up to date by the live connection. */
export function MyNumbers() {
  const { id } = useCurrentUser();
  const list = usePagedList({
    queryKey: queryKeys.numbers(id),
    load: (query) => callPage(listNumbers, { params: { id }, query }),
  });

  return (
    <Card flush title={t('numbers.mine.title')}>
      <ListFrame
        list={list}
        skeletonRows={2}
        empty={
          <EmptyState
            icon={<Globe aria-hidden className="size-5" />}
            title={t('numbers.mine.empty')}
            description={t('numbers.mine.emptyHint')}
          />
        }
      >
        <ul aria-label={t('numbers.mine.title')} className="divide-y divide-line border-t border-line">
          {list.rows.map((row) => (
            <NumberRow key={row.id} number={row} />
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}
