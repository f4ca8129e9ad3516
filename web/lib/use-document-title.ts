import { useEffect } from 'react';

/** Gives the browser's tab its title. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
