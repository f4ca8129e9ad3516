import { PAGE_NAMES, type PageName } from '../../src/shared/page-names.ts';
import { t } from '../lib/i18n.ts';
import { usePages } from '../state/brand.ts';

/**
 * Leads to the pages that the operator has written, to the API and, from elsewhere, to the status.
 * @param drawn those of the built drawing: the server leaves out what the operator has not written
 */
export function PageLinks({ drawn, onStatus }: { drawn?: readonly PageName[] | undefined; onStatus?: boolean }) {
  const known = usePages();
  const pages = drawn ?? known;
  return (
    <nav aria-label={t('pages.label')} className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {([...PAGE_NAMES.filter((name) => pages.includes(name)), 'docs', 'status'] as const).map((name) =>
        name === 'status' && onStatus ? (
          <span key={name} aria-current="page">
            {t(`pages.${name}`)}
          </span>
        ) : (
          <a
            key={name}
            className="rounded-sm underline-offset-2 hover:underline"
            href={name === 'docs' ? '/api/docs' : `/${name}`}
          >
            {t(`pages.${name}`)}
          </a>
        ),
      )}
    </nav>
  );
}
