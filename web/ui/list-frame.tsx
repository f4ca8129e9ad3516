import { Fragment, type ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { idOf, type Listed, type PagedList } from '../lib/use-paged-list.ts';
import { SmallButton } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState, type EmptyStateProps, ErrorState } from './empty-state.tsx';
import { SkeletonRows } from './skeleton.tsx';

interface ListFrameProps {
  list: PagedList<Listed>;
  /** Place holders shown while the first rows are read. */
  skeletonRows?: number;
  /** The content where there are no rows. */
  empty: ReactNode;
  /** False where only the first rows are shown, so that no more are asked for. */
  more?: boolean;
  /** The rows, shown where there are any. */
  children: ReactNode;
}

/** The frame of every list: place holders, a retry, a text if there are no rows, and a button for more. */
export function ListFrame({ list, skeletonRows, empty, more = true, children }: ListFrameProps) {
  if (list.isPending) return <SkeletonRows rows={skeletonRows} />;
  if (list.isError && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.retry} />;
  return (
    <>
      {list.isError && <ErrorState error={list.error} onRetry={list.retry} />}
      {list.rows.length === 0 ? empty : children}
      {more && list.hasMore && (
        <div className="flex justify-center border-t border-line p-3">
          <SmallButton busy={list.isLoadingMore} onClick={list.loadMore}>
            {t('ui.loadMore')}
          </SmallButton>
        </div>
      )}
    </>
  );
}

export interface ListCardProps<Row extends Listed> {
  title: string;
  description?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  className?: string;
  list: PagedList<Row>;
  /** What narrows the list down, above it. */
  above?: ReactNode;
  /** What says that there is none; null: nothing does. */
  empty: EmptyStateProps | null;
  /** One row: an `li`. */
  row: (row: Row) => ReactNode;
  /** Dialogs that the rows or the buttons open. */
  children?: ReactNode;
}

/** A card whose content is a list. */
export function ListCard<Row extends Listed>({ list, above, empty, row, children, ...card }: ListCardProps<Row>) {
  return (
    <Card flush {...card}>
      {above}
      <ListFrame list={list} skeletonRows={2} empty={empty && <EmptyState {...empty} />}>
        <RowList label={card.title} rows={list.rows} row={row} />
      </ListFrame>
      {children}
    </Card>
  );
}

interface RowListProps<Row> {
  /** The name of the list, for screen readers. */
  label?: string;
  rows: readonly Row[];
  /** One row: an `li`. */
  row: (row: Row) => ReactNode;
}

/** The rows of a card, with a line between them. */
export function RowList<Row extends Listed>({ label, rows, row }: RowListProps<Row>) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-t border-line">
      {rows.map((each) => (
        <Fragment key={idOf(each)}>{row(each)}</Fragment>
      ))}
    </ul>
  );
}
