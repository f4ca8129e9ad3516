import { Network } from 'lucide-react';
import type { VoicePackage } from '../../../src/packages/contract.ts';
import { t } from '../../lib/i18n.ts';
import type { PagedList } from '../../lib/use-paged-list.ts';
import { Card } from '../../ui/card.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { PackageRow } from './package-row.tsx';

/** The packages one has: their minutes, expiry and credentials; and those still to be paid. */
export function MyPackages({ list }: { list: PagedList<VoicePackage> }) {
  return (
    <Card flush title={t('packages.mine.title')}>
      {list.isPending && <SkeletonRows rows={2} />}
      {list.isError && <ErrorState onRetry={list.retry} />}
      {!list.isPending && !list.isError && list.rows.length === 0 && (
        <EmptyState
          icon={<Network aria-hidden className="size-5" />}
          title={t('packages.mine.empty')}
          description={t('packages.mine.emptyHint')}
        />
      )}
      {list.rows.length > 0 && (
        <ul aria-label={t('packages.mine.title')} className="divide-y divide-line border-t border-line">
          {list.rows.map((row) => (
            <PackageRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <div className="flex justify-center border-t border-line p-3">
          <Button variant="secondary" size="sm" busy={list.isLoadingMore} onClick={list.loadMore}>
            {t('ui.loadMore')}
          </Button>
        </div>
      )}
    </Card>
  );
}
