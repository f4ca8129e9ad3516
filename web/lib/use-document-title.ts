import { useEffect } from 'react';
import { useBrandName } from '../state/brand.ts';
import { t } from './i18n.ts';

/**
 * Sets the title of the browser's tab, with the name of the product or of the reseller's brand.
 * @param page what the screen is called; null for the public page
 */
export function useDocumentTitle(page: string | null): void {
  const brand = useBrandName();
  const title = page === null ? t('app.landingTitle', { brand }) : t('app.documentTitle', { page, brand });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
