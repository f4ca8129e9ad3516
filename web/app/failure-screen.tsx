import { useEffect } from 'react';
import { t } from '../lib/i18n.ts';
import { useLiveStatus } from '../lib/live-status.ts';
import { isMissingPart, reloadOnce } from '../lib/missing-part.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { Button } from '../ui/button.tsx';
import { Wordmark } from '../ui/wordmark.tsx';

/** Shown instead of a screen that failed to render. */
export function FailureScreen({ error }: { error?: Error }) {
  useReloadOnceBack(error);
  useDocumentTitle(t('failure.heading'));
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 p-6 text-center">
      <Wordmark />
      <div role="alert" className="mt-6 flex flex-col gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">{t('failure.heading')}</h1>
        <p className="max-w-md text-balance text-muted">{t('failure.text')}</p>
      </div>
      <Button className="mt-4" onClick={() => location.reload()}>
        {t('failure.reload')}
      </Button>
    </main>
  );
}

/**
 * Browsers do not ask a second time for a part that they could not fetch, so the page is loaded again once
 * the connection is back. Forms keep their content.
 */
function useReloadOnceBack(error: Error | undefined): void {
  useEffect(() => {
    if (!isMissingPart(error)) return;
    const reload = () => location.reload();
    // The connection may be back before this screen is drawn.
    void reloadOnce(error);
    addEventListener('online', reload);
    const stop = useLiveStatus.subscribe(({ status }, before) => {
      if (status === 'live' && before.status !== 'live') reload();
    });
    return () => {
      removeEventListener('online', reload);
      stop();
    };
  }, [error]);
}
