import { t } from '../lib/i18n.ts';

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
