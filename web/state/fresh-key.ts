import { useSession } from './session.ts';

const KEY = 'topline-fresh-key';

/** The person copied the key: it stays visible until they leave the page, but is no longer stored. */
export const forgetKeptKey = (): void => sessionStorage.removeItem(KEY);

/**
 * Keeps the key of an account that was just made, which no answer shows again, through reloads. It is removed
 * with the browser's tab, with the session, and once it was copied or dismissed.
 */
export function keepFreshKey(): void {
  useSession.setState({ freshApiKey: sessionStorage.getItem(KEY) });
  useSession.subscribe(({ freshApiKey }, before) => {
    if (freshApiKey === before.freshApiKey) return;
    if (freshApiKey) sessionStorage.setItem(KEY, freshApiKey);
    else forgetKeptKey();
  });
}
