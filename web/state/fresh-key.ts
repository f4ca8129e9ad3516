const KEY = 'topline-fresh-key';

/**
 * The key of an account that was just made, which no answer shows again. It outlives a reload, and goes with
 * the browser's tab, with the session, and once it was copied or put away.
 */
export const freshKey = {
  read: (): string | null => sessionStorage.getItem(KEY),
  keep: (apiKey: string): void => sessionStorage.setItem(KEY, apiKey),
  forget: (): void => sessionStorage.removeItem(KEY),
};
