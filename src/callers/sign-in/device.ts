/**
 * The browser and system of a sign-in, by their names, which are the same in every language; null if nothing
 * tells them.
 */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** From the most specific to the most general: most browsers also claim to be several others. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and the system that a `User-Agent` header names; for a program such as curl, its first word. */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const program = /^(?!Mozilla\b)([\w.-]{1,40})(?:\/|$)/.exec(text)?.[1] ?? null;
  return { browser: nameIn(BROWSERS, text) ?? program, system: nameIn(SYSTEMS, text) };
}

const nameIn = (names: readonly [RegExp, string][], text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
