import { LANGUAGES } from '../../db/enums.ts';
import type { User } from '../../src/callers/contract.ts';
import { type Language, languageAccepted } from '../../src/platform/kit/languages.ts';
import { call } from '../lib/call.ts';
import { applyLanguage, chooseLanguage, chosenLanguage, currentLanguage } from '../lib/i18n.ts';
import { useSession } from './session.ts';
import { viewing } from './viewing.ts';

/**
 * The first language: the one chosen in this browser, else that of whoever sees an account which is not theirs, else the
 * account's, else the browser's own, else English.
 */
export const firstLanguage = (): Language =>
  chosenLanguage() ??
  viewing()?.language ??
  useSession.getState().user?.language ??
  languageAccepted(navigator.languages.join(',')) ??
  'en';

/** Shows the interface in the language that a person has chosen. Their account gets its mail in it, too. */
export async function choose(value: string): Promise<void> {
  const language = LANGUAGES.find((known) => known === value);
  if (!language) return;
  await Promise.all([chooseLanguage(language), save(language)]);
}

/**
 * Follows the account that is signed in. Where the browser has a choice of its own, the account takes it over at a
 * sign-in, or while it has none; elsewhere the browser takes over the account's language.
 */
export function followAccountLanguage(): void {
  useSession.subscribe(({ user }, { user: before }) => {
    if (!user || viewing() || (user.id === before?.id && user.language === before.language)) return;
    const chosen = chosenLanguage();
    if (chosen === null) {
      if (user.language && user.language !== currentLanguage()) void applyLanguage(user.language);
    } else if (user.language !== chosen && isToTakeOver(user, before)) {
      void save(chosen);
    }
  });
}

const isToTakeOver = (user: User, before: User | null): boolean => user.language === null || user.id !== before?.id;

/** Saves the language of mail and shows no message: the interface is in this language already. */
async function save(language: Language): Promise<void> {
  const { user, person } = useSession.getState();
  // The letters of somebody else's account are its owner's.
  if (!user || person || user.language === language) return;
  try {
    const { updateUser } = await import('../../src/accounts/profile/contract.ts');
    const saved = await call(updateUser, { params: { id: user.id }, body: { language } });
    const { user: now, showSaved } = useSession.getState();
    // Takes only the language: other changes meanwhile are newer than this answer.
    if (now?.id === saved.id) showSaved({ ...now, language: saved.language });
  } catch (error) {
    console.error(error);
  }
}
