// A separate script that runs before the first paint, so that a dark page never flashes white, and
// that follows the device's theme.
import { applyTheme, darkPreference, storedTheme } from '../state/theme-choice.ts';

// The page's policy forbids making code from text. Zod would try it, and the browser would report that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
applyTheme(storedTheme());
darkPreference().addEventListener('change', () => applyTheme(storedTheme()));
