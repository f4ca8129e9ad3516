import { Problem, sentence } from '../../platform/kit/errors.ts';
import { mp3Seconds } from '../../platform/kit/mp3.ts';
import { readWav } from '../../platform/kit/wav.ts';
import { MAX_SOUND_SECONDS, SOUND_TYPES } from './contract.ts';

type SoundType = keyof typeof SOUND_TYPES;

/** Vonage plays no other WAV files than those of one channel (npm package @vonage/voice, `stream`). */
const WAV = { bits: 16, low: 8, high: 16 };

export const isSoundType = (type: string | null): type is SoundType =>
  type !== null && Object.hasOwn(SOUND_TYPES, type);

/**
 * The type of a sound that every carrier can play to a caller, by its content: MP3, or WAV without compression. It takes
 * some milliseconds at most, whatever the file holds.
 * @throws unsupported_media_type (another file, or one that is too long)
 */
export function requireSound(bytes: Uint8Array): SoundType {
  const wav = wavSeconds(bytes);
  const seconds = wav ?? mp3Seconds(bytes, MAX_SOUND_SECONDS);
  if (seconds <= 0) throw new Problem('unsupported_media_type', sentence('soundForm', WAV));
  if (seconds > MAX_SOUND_SECONDS) {
    throw new Problem('unsupported_media_type', sentence('soundLong', { count: MAX_SOUND_SECONDS }));
  }
  return wav === null ? 'audio/mpeg' : 'audio/wav';
}

/** How long a WAV file lasts, 0 if carriers cannot play it; null for another file. */
function wavSeconds(bytes: Uint8Array): number | null {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 12));
  if (!/^RIFF[^]{4}WAVE$/.test(beginning)) return null;
  const sound = readWav(bytes);
  if (!sound || ![WAV.low * 1000, WAV.high * 1000].includes(sound.rate)) return 0;
  return sound.samples.length / sound.rate;
}
