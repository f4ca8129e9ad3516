import { COLOURS } from '../../src/platform/kit/colours.ts';

/** The themes to choose from; `system` follows the device. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'topline-theme';

/** Matches while the device prefers dark. */
export const darkPreference = () => window.matchMedia('(prefers-color-scheme: dark)');

/** The choice kept in this browser, `system` before there is one. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Keeps a choice in this browser. */
export const storeTheme = (theme: Theme): void => localStorage.setItem(STORAGE_KEY, theme);

/** Puts the class `light` or `dark` on the page's root. */
export function applyTheme(theme: Theme): void {
  const shown = theme === 'system' ? (darkPreference().matches ? 'dark' : 'light') : theme;
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(shown);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', COLOURS[shown].canvas);
}
