import { useEffect } from 'react';
import { useBrand } from '../state/brand.ts';
import { t } from './i18n.ts';

/** Gives the browser's tab its title, in the name of whose screens these are. */
export function useDocumentTitle(title: string): void {
  const brand = useBrand();
  const shown = brand ? title.replaceAll(t('app.name'), brand.name) : title;
  useEffect(() => {
    document.title = shown;
  }, [shown]);
}
