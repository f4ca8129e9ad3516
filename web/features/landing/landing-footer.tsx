import { t } from '../../lib/i18n.ts';
import { Wordmark } from '../../ui/wordmark.tsx';

export function LandingFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-10 sm:px-6">
        <div>
          <Wordmark />
          <p className="mt-2 text-muted">{t('landing.footer.tagline')}</p>
        </div>
        <p className="text-muted">{t('landing.footer.rights', { year: new Date().getFullYear() })}</p>
      </div>
    </footer>
  );
}
