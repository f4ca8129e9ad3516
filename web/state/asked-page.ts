const KEY = 'topline-asked';

/** Remembers the page that a signed-out person asked for, until the browser's tab is closed. */
export const keepAskedPage = (href: string): void => sessionStorage.setItem(KEY, href);

/** Tells whether one is remembered. */
export const isPageAsked = (): boolean => sessionStorage.getItem(KEY) !== null;

/** The token of the invitation that a signed-out person wants to accept. */
export const askedInvitation = (): string | undefined =>
  sessionStorage.getItem(KEY)?.match(/^\/invitation\?token=([\w-]+)$/)?.[1];

/** Returns the page that was asked for before the sign-in, and forgets it; null if there was none. */
export function takeAskedPage(): string | null {
  const href = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return href;
}
