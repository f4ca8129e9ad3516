import type { SignedIn, User } from '../../src/callers/contract.ts';
import type { Language } from '../../src/platform/kit/languages.ts';
import { currentLanguage } from '../lib/i18n.ts';
import { SESSION_KEY } from './storage-keys.ts';

/** Somebody sees an account that is not theirs: in this tab of the browser alone, and for a while. */
interface Viewing {
  token: string;
  /** When it is over, by ISO 8601. */
  until: string;
  /** The page to which they return. */
  back: string;
  /** The language in which they read before. */
  language: Language;
}

const KEY = 'topline-view';

/** The account whose view this tab shows; null: one's own. */
export function viewing(): Viewing | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : JSON.parse(kept);
}

type Granted = Pick<Viewing, 'token' | 'until'> & { user: User; person?: SignedIn['person'] };

/** Shows this tab as an account sees it, from its first page on. */
export function beginViewing({ user, person = null, ...view }: Granted): void {
  const back = location.pathname + location.search + location.hash;
  sessionStorage.setItem(KEY, JSON.stringify({ ...view, back, language: currentLanguage() }));
  sessionStorage.setItem(SESSION_KEY, JSON.stringify({ state: { user, person, isAuthenticated: true }, version: 0 }));
  location.assign('/dashboard');
}

/** Gives the tab back to whoever looked. @param to the page to which they go instead of their own */
export function endViewing(to?: string): void {
  const back = to ?? viewing()?.back ?? '/admin';
  for (const key of [KEY, SESSION_KEY]) sessionStorage.removeItem(key);
  location.assign(back);
}
