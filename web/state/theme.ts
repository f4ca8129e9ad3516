import { create } from 'zustand';
import { applyTheme, storedTheme, storeTheme, type Theme } from './theme-choice.ts';

interface ThemeState {
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

/** The chosen theme: applied to the page and kept in this browser. */
export const useTheme = create<ThemeState>()((set) => ({
  theme: storedTheme(),
  setTheme: (theme) => {
    storeTheme(theme);
    applyTheme(theme);
    set({ theme });
  },
}));
