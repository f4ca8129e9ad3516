import { PAGE_NAMES, type PageName } from '../../src/shared/page-names.ts';
import { t } from '../lib/i18n.ts';
import { usePages } from '../state/brand.ts';

const LINK = 'rounded-sm underline-offset-2 hover:underline';

interface PageLinksProps {
  /** Those of the built drawing: the server leaves out what the operator has not written. */
  drawn?: readonly PageName[] | undefined;
  /** They stand on the page of the status. */
  onStatus?: boolean;
}

/** Leads to the pages that the operator has written, to the API and to the status. */
export function PageLinks({ drawn, onStatus = false }: PageLinksProps) {
  const known = usePages();
  const pages = drawn ?? known;
  return (
    <nav aria-label={t('pages.label')} className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {PAGE_NAMES.filter((name) => pages.includes(name)).map((name) => (
        <a key={name} className={LINK} href={`/${name}`}>
          {t(`pages.${name}`)}
        </a>
      ))}
      <a className={LINK} href="/api/docs">
        {t('pages.docs')}
      </a>
      {onStatus ? (
        <span aria-current="page">{t('pages.status')}</span>
      ) : (
        <a className={LINK} href="/status">
          {t('pages.status')}
        </a>
      )}
    </nav>
  );
}
