import { t } from '../../lib/i18n.ts';
import { useBrand, useBrandName } from '../../state/brand.ts';
import { SupportLinks } from '../../ui/support-links.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';

export function LandingFooter() {
  const brand = useBrandName();
  const resold = useBrand() !== null;
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-10 sm:px-6">
        <div>
          <Wordmark />
          <p className="mt-2 text-muted">{t(resold ? 'landing.resold.tagline' : 'landing.footer.tagline')}</p>
        </div>
        <SupportLinks className="text-muted" />
        <p className="text-muted">
          {t('landing.footer.rights', { year: String(new Date().getFullYear()), brand })}
        </p>
      </div>
    </footer>
  );
}
