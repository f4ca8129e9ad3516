import { useEffect, useState } from 'react';
import { getPage } from '../../../src/resale/brands/contract.ts';
import { call } from '../../lib/call.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import { usePages } from '../../state/brand.ts';
import { ExternalLink } from '../../ui/external-link.tsx';

/** Says which of the operator's pages whoever gets an account accepts, and the version of the terms that they were shown. */
export function useTerms() {
  const pages = usePages();
  const [termsVersion, setVersion] = useState<string>();
  const hasTerms = pages.includes('terms');
  useEffect(() => {
    if (!hasTerms) return;
    call(getPage, { params: { page: 'terms' }, query: { language: currentLanguage() } })
      .then(({ version }) => setVersion(version))
      .catch((error: unknown) => console.error(error));
  }, [hasTerms]);
  const accepted = (['terms', 'privacy', 'refunds'] as const).filter((name) => hasTerms && pages.includes(name));
  const terms = accepted.length > 0 && (
    <p className="text-sm text-muted">
      {t('auth.register.accepts')}{' '}
      {accepted.map((name) => (
        <span key={name} className="me-3">
          <ExternalLink href={`/${name}`}>{t(`pages.${name}`)}</ExternalLink>
        </span>
      ))}
    </p>
  );
  return { terms, termsVersion };
}
