import type { Language } from '../../../platform/kit/languages.ts';

/** The voices of espeak-ng, as `espeak-ng --voices` of Debian 12 lists them. */
const VOICES: Record<Language, string> = {
  en: 'en-gb',
  es: 'es',
  fr: 'fr',
  de: 'de',
  it: 'it',
  pt: 'pt',
  ru: 'ru',
  zh: 'cmn',
  ja: 'ja',
  ar: 'ar',
};

/** Words in a minute: a little slower than its own 175, for a telephone. */
const WORDS_A_MINUTE = '155';
const WITHIN_MS = 10_000;

/** Tells whether this machine can read texts out: Debian's `espeak-ng` is there. */
export const canReadAloud = (): boolean => Bun.which('espeak-ng') !== null;

/**
 * A voice that reads a text, as a WAV file. The text goes in by a pipe, where nothing in it can be an option.
 * @throws where the voice is missing or does not end in time
 */
export async function readAloud(text: string, language: Language): Promise<Uint8Array> {
  const program = Bun.spawn(
    ['espeak-ng', '-v', VOICES[language], '-s', WORDS_A_MINUTE, '-b', '1', '--stdin', '--stdout'],
    { stdin: new TextEncoder().encode(text), stdout: 'pipe', stderr: 'ignore', timeout: WITHIN_MS },
  );
  const sound = await Bun.readableStreamToBytes(program.stdout);
  if ((await program.exited) !== 0) throw new Error('espeak-ng could not read a text out');
  return sound;
}
