import { LANGUAGES } from '../../db/enums.ts';
import type { Language } from '../../src/platform/kit/languages.ts';
import { currentLanguage, t } from '../lib/i18n.ts';
import { choose } from '../state/account-language.ts';

/** A language in its own words. */
const nameOf = (language: Language): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** The choice of the interface's language, for pages that anybody reads. */
export function LanguageSelect() {
  return (
    <select
      name="language"
      aria-label={t('app.language')}
      value={currentLanguage()}
      onChange={(event) => void choose(event.target.value)}
      className="h-9 rounded-md border border-line bg-surface px-2 text-muted"
    >
      <LanguageOptions />
    </select>
  );
}

export const LanguageOptions = () =>
  LANGUAGES.map((language) => (
    <option key={language} value={language} lang={language}>
      {nameOf(language)}
    </option>
  ));
