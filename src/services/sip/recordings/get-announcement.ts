import { SPEECH } from '../../../carriers/speech.ts';
import { FileAnswer } from '../../../platform/kit/answer.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Language } from '../../../platform/kit/languages.ts';
import { canReadAloud, readAloud } from '../answering-machine/read-aloud.ts';
import { telephoneWavOf } from '../answering-machine/telephone-forms.ts';

/** Says in a language that a call is recorded. @throws not_found (espeak-ng is not installed here) */
export async function announcementIn(language: Language): Promise<FileAnswer> {
  if (!canReadAloud()) throw notFound('Sound');
  const wav = await telephoneWavOf(await readAloud(SPEECH[language].recorded, language));
  if (!wav) throw notFound('Sound');
  return new FileAnswer({ contentType: 'audio/wav', name: null, keeping: 'nobody' }, async () => wav);
}
