import { t } from '../lib/i18n.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { Button } from '../ui/button.tsx';
import { Wordmark } from '../ui/wordmark.tsx';

/** What stands in place of a screen that failed to draw itself. */
export function FailureScreen() {
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
