import { t } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { SupportLinks } from '../../ui/support-links.tsx';
import { LinkPage } from './link-page.tsx';

/** The page for any unknown address. */
export const NotFoundPage = () => (
  <LinkPage title={t('links.notFound.heading')} description={t('links.notFound.plain')}>
    <WaysOn />
    <p className="text-sm text-muted">{t('links.notFound.text')}</p>
  </LinkPage>
);

/** Leads on from where there is nothing. */
export const WaysOn = ({ onStatus = false }) => (
  <>
    <SupportLinks />
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 [&_nav_a]:underline">
      <Link to="/" className={buttonClass()}>
        {t('links.notFound.home')}
      </Link>
      <PageLinks onStatus={onStatus} />
    </div>
  </>
);
