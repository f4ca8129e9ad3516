import type { ErrorCode, NamedSentence, ProblemBody } from '../../src/platform/kit/errors.ts';
import { sentenceOf } from '../../src/platform/kit/faults.ts';
import { formatPounds } from '../ui/values.tsx';
import { currentLanguage, isTextKey, t, type TextKey, type TextValues } from './i18n.ts';
import { localeOf } from '../../src/platform/kit/languages.ts';

/** The sentences of the server so far, by their English text, because fields and toasts get only the text. */
const said = new Map<string, NamedSentence>();
/** How many sentences are kept; a form shows the newest. */
const MOST_SAID = 500;

/** Remembers the named sentences of a refusal. */
export function noteSentences({ detail, sentence, errors = [] }: ProblemBody): void {
  if (said.size > MOST_SAID) said.clear();
  if (sentence) said.set(detail, sentence);
  for (const { message, sentence: name } of errors) if (name) said.set(message, name);
}

/** A text of a contract or of the server in the current language if it has a name; otherwise the text unchanged. */
export function faultText(text: string): string {
  const named = said.get(text) ?? sentenceOf(text);
  return named ? sentenceText(named, text) : text;
}

/** A sentence of the server in the current language; `english` if this browser's texts do not have it yet. */
export function sentenceText({ code, values }: NamedSentence, english: string): string {
  const key = [`faults.${code}`, `sentences.${code}`].find(isTextKey);
  return key ? t(key, written(values)) : english;
}

/** The sentences for refusals whose text is for programs. */
const GENERAL: Partial<Record<ErrorCode, TextKey>> = {
  malformed_json: 'faults.notUnderstood',
  malformed_request: 'faults.notUnderstood',
  not_found: 'faults.notFound',
  forbidden: 'faults.forbidden',
  payload_too_large: 'faults.tooLarge',
  provider_failed: 'faults.providerFailed',
};

/** The text of a refusal, in the current language. */
export function problemText({ code, detail, sentence }: ProblemBody): string {
  if (sentence) return sentenceText(sentence, detail);
  const general = currentLanguage() === 'en' ? undefined : GENERAL[code];
  return general ? t(general) : detail;
}

/** Money, days and countries are written as everywhere else. */
export const written = (values: NamedSentence['values'], { whole } = { whole: true }): TextValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? writtenText(name, value, whole) : value,
    ]),
  );

/** What is charged or owned has its pence; a limit needs none. */
const WITH_PENCE = new Set(['balance', 'price', 'cost', 'left']);

function writtenText(name: string, value: string, whole: boolean): string {
  const locale = localeOf(currentLanguage());
  if (/^£[\d,.]+$/.test(value)) {
    return formatPounds(value.replace(/[£,]/g, ''), { whole: whole && !WITH_PENCE.has(name) });
  }
  if (name === 'country' && /^[A-Z]{2}$/.test(value)) {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(value) ?? value;
  }
  if (name === 'day') {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value));
  }
  if (name === 'time') {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value));
  }
  const risk = `limits.risk.${value}`;
  return name === 'risk' && isTextKey(risk) ? t(risk) : value;
}
