import { t } from '../lib/i18n.ts';
import { useLiveStatus } from '../lib/live-status.ts';

const DOT = {
  live: 'bg-success',
  connecting: 'bg-line-strong',
  reconnecting: 'bg-warning animate-pulse',
  offline: 'bg-danger',
};

/** Shows whether the live connection keeps the screen up to date. */
export function LiveIndicator() {
  const status = useLiveStatus((state) => state.status);
  const hint = status === 'live' ? 'shell.live.liveHint' : 'shell.live.reconnectingHint';
  return (
    <p
      role="status"
      title={status === 'connecting' ? undefined : t(hint)}
      className="flex items-center gap-1.5 text-sm text-muted"
    >
      <span aria-hidden className={`size-2 rounded-full ${DOT[status]}`} />
      <span className="max-md:sr-only">{t(`shell.live.${status}`)}</span>
    </p>
  );
}
