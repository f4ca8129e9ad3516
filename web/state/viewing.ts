import type { User } from '../../src/callers/contract.ts';
import { SESSION_KEY } from './storage-keys.ts';

/** An administrator sees an account as its owner does: in this tab of the browser alone, and for a while. */
interface Viewing {
  token: string;
  /** When it is over, by ISO 8601. */
  until: string;
  /** The page to which they return. */
  back: string;
}

const KEY = 'topline-view';

/** The account whose view this tab shows; null: one's own. */
export function viewing(): Viewing | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : JSON.parse(kept);
}

/** Shows this tab as an account sees it, from its first page on. */
export function beginViewing({ user, ...view }: Pick<Viewing, 'token' | 'until'> & { user: User }): void {
  const back = location.pathname + location.search + location.hash;
  sessionStorage.setItem(KEY, JSON.stringify({ ...view, back }));
  sessionStorage.setItem(SESSION_KEY, JSON.stringify({ state: { user, isAuthenticated: true }, version: 0 }));
  location.assign('/dashboard');
}

/** Gives the tab back to the administrator. */
export function endViewing(): void {
  const back = viewing()?.back ?? '/admin';
  for (const key of [KEY, SESSION_KEY]) sessionStorage.removeItem(key);
  location.assign(back);
}
