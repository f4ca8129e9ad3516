import { Link } from '../lib/router.ts';
import { t } from '../lib/i18n.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { Wordmark } from '../ui/wordmark.tsx';

/** The page for any unknown address. */
export function NotFoundScreen() {
  useDocumentTitle(t('notFound.title'));
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 p-6 text-center">
      <Wordmark />
      <h1 className="mt-6 text-2xl font-semibold tracking-tight">{t('notFound.heading')}</h1>
      <p className="text-muted">{t('notFound.text')}</p>
      <Link to="/" className={`mt-4 ${buttonClass({ variant: 'secondary' })}`}>
        {t('notFound.home')}
      </Link>
    </main>
  );
}
