import { Network } from '../../ui/icons.tsx';
import type { Trunk } from '../../../src/services/trunks/contract.ts';
import { t } from '../../lib/i18n.ts';
import type { PagedList } from '../../lib/use-paged-list.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFrame } from '../../ui/list-frame.tsx';
import { TrunkRow } from './trunk-row.tsx';

/** The packages one has: their minutes, expiry and credentials; and those still to be paid. */
export function MyTrunks({ list }: { list: PagedList<Trunk> }) {
  return (
    <Card flush title={t('packages.mine.title')}>
      <ListFrame
        list={list}
        skeletonRows={2}
        empty={
          <EmptyState
            icon={<Network aria-hidden className="size-5" />}
            title={t('packages.mine.empty')}
            description={t('packages.mine.emptyHint')}
          />
        }
      >
        <ul aria-label={t('packages.mine.title')} className="divide-y divide-line border-t border-line">
          {list.rows.map((row) => (
            <TrunkRow key={row.id} row={row} />
          ))}
        </ul>
      </ListFrame>
    </Card>
  );
}
