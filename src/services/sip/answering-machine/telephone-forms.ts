import { writeWav } from '../../../platform/kit/wav.ts';
import { telephoneSound } from './telephone-sound.ts';

type Wav = Uint8Array<ArrayBuffer>;

/** So many recordings are kept: 31 MB at most, as each is at most two minutes at 16,000 bytes a second. */
const KEPT = 16;

/** By where they are stored; the one that was heard last is the last one. A stored file never changes. */
const kept = new Map<string, Promise<Wav | null>>();

/**
 * A stored recording as a WAV file that telephones carry. It is made once, however many calls ask for it: that takes
 * most of a second, and a caller waits for it.
 * @param read the recording; null where it is gone
 * @returns null where it is gone, or cannot be read
 */
export function telephoneForm(storageKey: string, read: () => Promise<Uint8Array | null>): Promise<Wav | null> {
  const form = kept.get(storageKey) ?? make(storageKey, read);
  kept.delete(storageKey);
  kept.set(storageKey, form);
  const [longestUnheard] = kept.keys();
  if (kept.size > KEPT && longestUnheard !== undefined) kept.delete(longestUnheard);
  return form;
}

/** The next call tries a failed conversion again. */
async function make(storageKey: string, read: () => Promise<Uint8Array | null>): Promise<Wav | null> {
  try {
    const bytes = await read();
    return bytes && (await telephoneWavOf(bytes));
  } catch (error) {
    kept.delete(storageKey);
    throw error;
  }
}

/** A WAV or MP3 file as a WAV file that telephones carry; null where it cannot be read. */
export async function telephoneWavOf(bytes: Uint8Array): Promise<Wav | null> {
  const sound = await telephoneSound(bytes);
  return sound && writeWav(sound);
}
