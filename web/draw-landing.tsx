import { renderToStaticMarkup } from 'react-dom/server';
import { directionOf, type Language } from '../src/platform/kit/languages.ts';
import { PAGE_NAMES } from '../src/shared/page-names.ts';

// The globals that modules of the browser look for when they are loaded.
Object.assign(globalThis, {
  window: globalThis,
  // The server writes its address here.
  location: { origin: '%ORIGIN%' },
  document: { documentElement: {} },
  localStorage: { getItem: () => null },
});
Object.defineProperty(navigator, 'languages', { value: [] });
const { LandingPage } = await import('./features/landing/landing-page.tsx');
const { applyLanguage, t } = await import('./lib/i18n.ts');

/** Draws the public page in a language, as the application shows it before the server has said anything. */
export async function drawLanding(language: Language) {
  await applyLanguage(language);
  return {
    language,
    direction: directionOf(language),
    title: t('app.landingTitle', { brand: t('app.name') }),
    description: t('landing.hero.text'),
    markup: renderToStaticMarkup(<LandingPage onChoose={() => {}} pages={PAGE_NAMES} />),
  };
}
