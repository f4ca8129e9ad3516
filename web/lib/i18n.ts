import type applicationTexts from '../locales/en/app.json';
import publicTexts from '../locales/en/public.json';
import { LANGUAGES } from '../../db/enums.ts';
import { LANGUAGE_KEY } from '../state/storage-keys.ts';
import { type Language, directionOf, isolatedIn, localeOf } from '../../src/platform/kit/languages.ts';

type Catalogue = { [key: string]: string | Catalogue };

/**
 * True if a branch is one text that depends on `{count}`: its forms by plural category, of which `other` is
 * always there.
 */
type IsPlural<Texts> = 'other' extends keyof Texts
  ? Exclude<keyof Texts, Intl.LDMLPluralRule> extends never
    ? true
    : false
  : false;

type IsText<Texts> = Texts extends string ? true : false;

type KeysOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: true extends IsPlural<Texts[Key]> | IsText<Texts[Key]>
    ? `${Prefix}${Key}`
    : KeysOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

/** Every key of the English catalogue, dotted: `billing.title`. */
export type TextKey = KeysOf<typeof publicTexts & typeof applicationTexts>;
export type TextValues = Record<string, string | number>;

/**
 * The texts of the public pages, and those of the signed-in screens: a landing page need not load the second.
 */
type Part = 'public' | 'app' | 'rest';
type Texts = { default: Catalogue };
/** The build moves the texts that the first view does not show into `rest`. */
type Load = () => Promise<Texts & { rest?: () => Promise<Texts> }>;

const loadEnglish: Load = () => import('../locales/en/app.json');

/** The functions that load the texts of each language except English. */
const loaders: Record<Exclude<Language, 'en'>, Record<'public' | 'app', Load>> = {
  es: { public: () => import('../locales/es/public.json'), app: () => import('../locales/es/app.json') },
  fr: { public: () => import('../locales/fr/public.json'), app: () => import('../locales/fr/app.json') },
  de: { public: () => import('../locales/de/public.json'), app: () => import('../locales/de/app.json') },
  it: { public: () => import('../locales/it/public.json'), app: () => import('../locales/it/app.json') },
  pt: { public: () => import('../locales/pt/public.json'), app: () => import('../locales/pt/app.json') },
  ru: { public: () => import('../locales/ru/public.json'), app: () => import('../locales/ru/app.json') },
  zh: { public: () => import('../locales/zh/public.json'), app: () => import('../locales/zh/app.json') },
  ja: { public: () => import('../locales/ja/public.json'), app: () => import('../locales/ja/app.json') },
  ar: { public: () => import('../locales/ar/public.json'), app: () => import('../locales/ar/app.json') },
};

const parts = new Set<Part>(['public']);
let language: Language = 'en';
/** The language that was last requested; its texts may still be loading. */
let wanted: Language = 'en';
let english: Catalogue = publicTexts;
let catalogue: Catalogue = english;
let pluralRules = new Intl.PluralRules('en');
let figures = new Intl.NumberFormat(localeOf('en'));
const listeners = new Set<() => void>();

const isLanguage = (value: string | null): value is Language => LANGUAGES.some((known) => known === value);

/** The language in which texts are shown at the moment. */
export const currentLanguage = (): Language => language;

/** The person's earlier choice in this browser, if there is one. */
export function chosenLanguage(): Language | null {
  const stored = localStorage.getItem(LANGUAGE_KEY);
  return isLanguage(stored) ? stored : null;
}

/**
 * Loads a language and shows the interface in it, unless another one has been asked for meanwhile. Never
 * fails: where a language cannot be loaded, the interface stays English.
 */
export async function applyLanguage(next: Language): Promise<void> {
  wanted = next;
  const texts = await loadCatalogue(next);
  if (wanted !== next) return;
  catalogue = texts;
  language = next;
  pluralRules = new Intl.PluralRules(localeOf(next));
  figures = new Intl.NumberFormat(localeOf(next));
  document.documentElement.lang = next;
  document.documentElement.dir = directionOf(next);
  for (const listener of listeners) listener();
}

/**
 * Loads the texts of the signed-in screens' frame and first view.
 * @throws if English itself cannot be loaded
 */
export const loadFirstTexts = (): Promise<void> => loadParts(['app']);

/**
 * Loads the texts of all signed-in screens.
 * @throws if English itself cannot be loaded
 */
export const loadApplicationTexts = (): Promise<void> => loadParts(['app', 'rest']);

async function loadParts(wantedParts: readonly Part[]): Promise<void> {
  if (wantedParts.every((part) => parts.has(part))) return;
  const texts = await textsOf(loadEnglish, wantedParts);
  english = { ...english, ...texts };
  for (const part of wantedParts) parts.add(part);
  catalogue = await loadCatalogue(language);
}

async function textsOf(load: Load, of: Iterable<Part>): Promise<Catalogue> {
  const { default: first, rest } = await load();
  return [...of].includes('rest') ? { ...first, ...(await rest?.())?.default } : first;
}

/** Tells whether English has a text of this key so far. */
export const isTextKey = (key: string): key is TextKey => find(english, key, {}) !== undefined;

/** Like `applyLanguage`, but also remembers the choice in this browser. */
export async function chooseLanguage(next: Language): Promise<void> {
  localStorage.setItem(LANGUAGE_KEY, next);
  await applyLanguage(next);
}

/** Calls `listener` after each change of language. @returns a function that stops this */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The text of a key in the current language, with `{name}` replaced by the values given. A text with
 * plural forms is chosen by `count`, or else by its only number. A text that is missing falls back to English.
 */
export function t(key: TextKey, values: TextValues = {}): string {
  const text = find(catalogue, key, values) ?? find(english, key, values) ?? key;
  return text.replace(/(£?)\{(\w+)\}(%?)/g, (placeholder, before: string, name: string, after: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    // Digits alone keep their order. "0/160" keeps it only without direction signs between its parts.
    if (typeof value === 'number') return `${before}${figures.format(value)}${after}`;
    return isolated(`${before}${value}${after}`);
  });
}

/** Keeps the direction of a number, an amount or a name, inside a text or alone. */
export const isolated = (text: string): string => isolatedIn(language, text);

function find(texts: Catalogue, key: string, values: TextValues): string | undefined {
  let node: string | Catalogue | undefined = texts;
  for (const part of key.split('.')) {
    if (typeof node !== 'object') return undefined;
    node = node[part];
  }
  if (typeof node !== 'object') return node;
  const count = values.count ?? Object.values(values).find((value) => typeof value === 'number');
  const form = node[pluralRules.select(Number(count ?? 0))] ?? node.other;
  return typeof form === 'string' ? form : undefined;
}

async function loadCatalogue(of: Language): Promise<Catalogue> {
  if (of === 'en') return english;
  const load = loaders[of];
  try {
    const [shown, application] = await Promise.all([load.public(), parts.has('app') ? textsOf(load.app, parts) : {}]);
    return { ...shown.default, ...application };
  } catch (error) {
    console.error(error);
    return english;
  }
}

/** Loads a screen together with its texts. */
export async function withTexts<Screens>(load: () => Promise<Screens>): Promise<Screens> {
  const [screens] = await Promise.all([load(), loadApplicationTexts()]);
  return screens;
}

const formats = new Map<string, Intl.NumberFormat>();

/** The locale of the current language. */
export const currentLocale = (): string => localeOf(currentLanguage());

/** The format of numbers in a locale, the current language's; made once for each. */
export function numberFormat(options: Intl.NumberFormatOptions = {}, locale = currentLocale()): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/**
 * Writes a share for a reader: the sign stands where the language has it, also amid a text from right to left.
 * @param percent 12.5 for an eighth
 */
export const formatPercent = (percent: number): string =>
  numberFormat({ style: 'percent', maximumFractionDigits: 2 }).format(percent / 100);

/** Writes a number for a reader: its thousands separated. */
export const formatNumber = (value: number): string => numberFormat().format(value);
