import { Fragment, type ReactNode } from 'react';
import { ApiError } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { type Listed, type PagedList, idOf } from '../lib/use-paged-list.ts';
import { SmallButton } from './button.tsx';
import { CircleAlert, type Icon } from './icons.tsx';

interface ReadFrameProps<Data> {
  /** The result of `useRead` or `useQuery`. */
  read: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Shown while it is read for the first time. */
  pending?: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  /** Puts a frame around the error, if the frame of the data is missing then. */
  failed?: (words: ReactNode, error: Error) => ReactNode;
  /** Shows what was read. */
  children: (data: Data) => ReactNode;
}

const PENDING = <SkeletonRows rows={3} />;
const AS_IT_IS = (words: ReactNode): ReactNode => words;

/**
 * The frame of everything that is read: place holders, then the data or a retry. If a second read fails, the
 * earlier data stays on the screen. Lists of several pages use `ListFrame`.
 */
export function ReadFrame<Data>({
  read: { data, error, refetch },
  pending = PENDING,
  empty,
  failed = AS_IT_IS,
  children,
}: ReadFrameProps<Data>) {
  if (data === undefined) {
    return error ? failed(<ErrorState error={error} onRetry={() => void refetch()} />, error) : pending;
  }
  return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data);
}

/** A grey place holder of the size of what is coming. Give it height and width by class. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`block animate-pulse rounded-md bg-sunken ${className}`} />;
}

/** Place holders for the rows of a list. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{t('ui.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center justify-between gap-4 px-5 py-3.5">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}

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

export interface EmptyStateProps {
  icon?: Icon;
  title: string;
  description?: string;
  action?: ReactNode;
}

/** Shown instead of an empty list. */
export function EmptyState({ icon: StateIcon, title, description, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      {StateIcon && (
        <div className="mb-2 flex size-11 items-center justify-center rounded-full bg-sunken text-muted">
          <StateIcon aria-hidden className="size-5" />
        </div>
      )}
      <p className="font-medium">{title}</p>
      {description && <p className="max-w-sm text-balance text-muted">{description}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

/** Shown when loading failed. Says whether the server or the connection failed, with a button to try again. */
export function ErrorState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const isOurs = error instanceof ApiError && error.status >= 500;
  const request = isOurs && error.requestId ? ` ${t('ui.request', { id: error.requestId })}` : '';
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={t('ui.loadFailed')}
        description={isOurs ? t('ui.ourFault') + request : t('ui.loadFailedHint')}
        action={<SmallButton onClick={onRetry}>{t('ui.retry')}</SmallButton>}
      />
    </div>
  );
}

interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Without padding around the content, for tables and lists. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A surface with an optional heading. */
export function Card({ title, description, actions, flush = false, className = '', children }: CardProps) {
  return (
    <section className={`min-w-0 rounded-lg border border-line bg-surface shadow-card ${className}`}>
      {(title || actions) && (
        <header className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 px-5 pt-4 pb-1">
          <div className="min-w-0 grow-999">
            {title && <h2 className="text-lg font-semibold">{title}</h2>}
            {description && <p className="text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2 max-sm:grow">{actions}</div>}
        </header>
      )}
      <div className={flush ? 'pt-2' : `px-5 pb-5 ${title || actions ? 'pt-3' : 'pt-5'}`}>{children}</div>
    </section>
  );
}

interface StatCardProps {
  label: string;
  value: ReactNode;
  /** A short line below the value. */
  note?: ReactNode;
  icon?: Icon;
}

/** One number with its name. */
export function StatCard({ label, value, note, icon: CardIcon }: StatCardProps) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface p-4 shadow-card">
      <div className="flex items-center justify-between gap-2 text-muted">
        <p className="min-w-0 text-sm font-medium wrap-anywhere hyphens-auto">{label}</p>
        {CardIcon && <CardIcon aria-hidden className="size-4 shrink-0" />}
      </div>
      <p className="mt-2 truncate text-2xl font-semibold tracking-tight">{value}</p>
      {note && <small className="mt-0.5 block text-sm text-muted">{note}</small>}
    </div>
  );
}
