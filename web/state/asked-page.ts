const KEY = 'topline-asked';

/** Keeps the page that somebody asked for who is not signed in, for as long as the browser's tab is open. */
export const keepAskedPage = (href: string): void => sessionStorage.setItem(KEY, href);

/** The page that was asked for before signing in, once; null where there was none. */
export function takeAskedPage(): string | null {
  const href = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return href;
}
