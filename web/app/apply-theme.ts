// A script of its own that blocks the first paint, so that a dark page never flashes white.
import { applyTheme, storedTheme } from '../state/theme-choice.ts';

// The page's policy lets no code be made from text. Zod would try, and the browser would report it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
applyTheme(storedTheme());
