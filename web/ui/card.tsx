import type { ReactNode } from 'react';
import type { Icon } from './icons.tsx';

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
