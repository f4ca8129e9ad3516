import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { router } from './app/router.tsx';
import { endSessionWithServer } from './app/session-end.ts';
import { applyLanguage } from './lib/i18n.ts';
import { reloadOnce } from './lib/missing-part.ts';
import { firstLanguage, followAccountLanguage } from './state/account-language.ts';
import { loadHostBrand } from './state/brand.ts';
import { keepFreshKey } from './state/fresh-key.ts';
import { followOtherTabs } from './state/session.ts';

/** For how long the page's own splash stays at least. */
const SPLASH_MILLISECONDS = 100;

keepFreshKey();
followOtherTabs();
followAccountLanguage();
endSessionWithServer();
// What is loaded at a press, and by no screen.
window.addEventListener('unhandledrejection', ({ reason }) => void reloadOnce(reason));

// The splash does not wait for the brand that has this host name.
void loadHostBrand();

// The splash stays until the first screen is there, so that nothing flashes in between.
await Promise.all([
  new Promise((resolve) => setTimeout(resolve, SPLASH_MILLISECONDS)),
  applyLanguage(firstLanguage()).then(() => router.load()),
]);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
