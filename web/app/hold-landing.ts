import { languageAccepted, localeOfPounds, POUNDS } from '../../src/platform/kit/languages.ts';
import { SMS_RATES_GBP } from '../../src/shared/sms-rates.ts';
import { STANDARD_VOICE_RATE_GBP } from '../../src/shared/voice-rates.ts';
import { reloadOnce } from '../lib/missing-part.ts';
import { LANGUAGE_KEY, SESSION_KEY } from '../state/storage-keys.ts';

/**
 * Keeps the public page as the build drew it until somebody uses it, so that readers need not load the application.
 * It is loaded at once for people who are signed in, and for those who want another language.
 */

const page = document.documentElement;
const application = document.currentScript?.dataset.application ?? '';
let loading: Promise<unknown> | undefined;
const load = () => (loading ??= import(application).then(() => shown, reloadOnce));

const signedIn = localStorage.getItem(SESSION_KEY)?.includes('"isAuthenticated":true');
const wanted = localStorage.getItem(LANGUAGE_KEY) ?? languageAccepted(navigator.languages.join(',')) ?? 'en';
if (signedIn || wanted !== page.lang) {
  page.classList.add('application-loads');
  void load();
}

const buttons = () => [...document.querySelectorAll('button')];
let drawn = false;

/** Takes a click on the drawing, and gives it to the same button of the application. */
async function passOn(event: Event): Promise<void> {
  const button = event.target instanceof Element && event.target.closest('button');
  if (drawn || !button) return;
  event.preventDefault();
  const place = buttons().indexOf(button);
  button.ariaBusy = 'true';
  await load();
  const same = buttons()[place];
  same?.focus();
  same?.click();
}

let show = () => {};
const shown = new Promise<void>((resolve) => {
  show = resolve;
});

addEventListener('click', (event) => void passOn(event));
addEventListener('change', ({ target }) => {
  if (drawn || !(target instanceof HTMLSelectElement)) return;
  if (target.name === 'language') localStorage.setItem(LANGUAGE_KEY, target.value);
  void choose(target);
});

/** Makes the same choice in the application. */
async function choose({ name, value }: HTMLSelectElement): Promise<void> {
  await load();
  const same = document.querySelector<HTMLSelectElement>(`select[name="${name}"]`);
  if (!same || same.value === value) return;
  same.value = value;
  same.focus();
  same.dispatchEvent(new Event('change', { bubbles: true }));
}

addEventListener('DOMContentLoaded', () => {
  const root = document.getElementById('root');
  if (!root) return;
  new MutationObserver((_, observer) => {
    observer.disconnect();
    drawn = true;
    show();
  }).observe(root, { childList: true });
});
addEventListener('load', () => void loadIfServerSaysMore());

/** Chooses the country of the browser's region. What is no single price needs words, which the application has. */
async function showPrices(): Promise<void> {
  const select = document.querySelector<HTMLSelectElement>('select[name="country"]');
  const regions = navigator.languages.flatMap((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1] ?? []);
  const country = regions.find((region) => select?.querySelector(`[value="${region}"]`));
  if (!select || !country || loading) return;
  select.value = country;
  const answer = await fetch(`/api/prices?country=${country}`).catch(() => null);
  if (!answer?.ok || drawn) return;
  const { sms, voice, number } = await answer.json();
  const shown = [sms, voice, number && { least: number, most: number }];
  if (shown.some((price) => !price || price.least !== price.most)) return void load();
  const format = new Intl.NumberFormat(localeOfPounds(languageAccepted(page.lang) ?? 'en'), POUNDS);
  const cells = select.parentElement?.querySelectorAll('dd') ?? [];
  for (const [place, cell] of [...cells].entries()) cell.textContent = format.format(shown[place].least);
}

/** The drawing has the usual prices, no trial credit and no way to support. */
async function loadIfServerSaysMore(): Promise<void> {
  const answer = await fetch('/api/brand').catch(() => null);
  if (!answer?.ok) return;
  const { support, prices, trialCredit } = await answer.json();
  const usual =
    Number(prices?.standard.sms) === Number(SMS_RATES_GBP.standard) &&
    Number(prices?.standard.voice) === Number(STANDARD_VOICE_RATE_GBP);
  if (!usual || trialCredit !== null || Object.values(support ?? {}).some(Boolean)) void load();
  else void showPrices();
}
