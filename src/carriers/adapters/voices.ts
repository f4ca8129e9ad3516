import type { Language } from '../../platform/kit/languages.ts';

/** A voice of Amazon Polly, which several carriers read texts with. */
export interface Voice {
  name: string;
  /** Amazon Polly calls the language so. */
  language: string;
}

/**
 * A standard voice for each language. Source: docs.aws.amazon.com/polly/latest/dg/available-voices.html, looked up on
 * 2026-11-22.
 */
export const VOICES: Readonly<Record<Language, Voice>> = {
  en: { name: 'Amy', language: 'en-GB' },
  es: { name: 'Lucia', language: 'es-ES' },
  fr: { name: 'Celine', language: 'fr-FR' },
  de: { name: 'Marlene', language: 'de-DE' },
  it: { name: 'Carla', language: 'it-IT' },
  pt: { name: 'Ines', language: 'pt-PT' },
  ru: { name: 'Tatyana', language: 'ru-RU' },
  zh: { name: 'Zhiyu', language: 'cmn-CN' },
  ja: { name: 'Mizuki', language: 'ja-JP' },
  ar: { name: 'Zeina', language: 'arb' },
};
