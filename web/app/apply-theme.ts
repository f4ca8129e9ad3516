// A script of its own that blocks the first paint, so that a dark page never flashes white.
import { applyTheme, storedTheme } from '../state/theme-choice.ts';

applyTheme(storedTheme());
