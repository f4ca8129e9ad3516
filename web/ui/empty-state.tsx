import type { ReactNode } from 'react';
import { CircleAlert, type Icon } from './icons.tsx';
import { ApiError } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { SmallButton } from './button.tsx';

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
