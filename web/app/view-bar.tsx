import { useEffect } from 'react';
import { t } from '../lib/i18n.ts';
import { useCurrentUser } from '../state/session.ts';
import { endViewing, viewing } from '../state/viewing.ts';
import { Button } from '../ui/button.tsx';
import { formatTime } from '../ui/time.tsx';

/** Says that an administrator sees somebody's account, and ends it when its time is over. */
export function ViewBar() {
  const view = viewing();
  const { email } = useCurrentUser();
  const until = view?.until;
  useEffect(() => {
    if (!until) return undefined;
    const timer = setTimeout(endViewing, Date.parse(until) - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (!view) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-t border-line bg-warning-soft px-4 py-2 text-ink"
    >
      <p className="min-w-0 break-words">{t('shell.viewing', { email, time: formatTime(view.until) })}</p>
      <Button size="sm" variant="secondary" onClick={endViewing}>
        {t('shell.endViewing')}
      </Button>
    </div>
  );
}
