import { useEffect, useState } from 'react';
import { CloudOff } from '../ui/icons.tsx';
import { t } from '../lib/i18n.ts';
import { useLiveStatus } from '../lib/live-status.ts';
import { Button } from '../ui/button.tsx';

/** Says that there is no connection and when the next attempt is made, and offers to try at once. */
export function OfflineNotice() {
  const { status, retryAt, tryNow } = useLiveStatus();
  if (status !== 'offline') return null;
  return (
    <div className="sticky top-16 z-10 border-b border-line bg-warning-soft text-ink">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6">
        <CloudOff aria-hidden className="size-4 shrink-0" />
        <p role="status" className="min-w-0 flex-1 basis-60">
          <span className="font-medium">{t('shell.live.offline')}</span> · {t('shell.live.offlineText')}
        </p>
        {retryAt !== null && <Countdown key={retryAt} until={retryAt} />}
        <Button size="sm" variant="secondary" busy={retryAt === null} onClick={tryNow}>
          {t('shell.live.tryNow')}
        </Button>
      </div>
    </div>
  );
}

const secondsUntil = (time: number): number => Math.max(0, Math.ceil((time - Date.now()) / 1000));

/** Not read aloud, because it changes every second. */
function Countdown({ until }: { until: number }) {
  const [seconds, setSeconds] = useState(() => secondsUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(until)), 500);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <p aria-hidden className="text-sm">
      {t('shell.live.nextTry', { count: seconds })}
    </p>
  );
}
