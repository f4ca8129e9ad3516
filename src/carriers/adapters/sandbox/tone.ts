import { writeWav } from '../../../platform/kit/wav.ts';

const SAMPLES_PER_SECOND = 8000;
const HERTZ = 440;

/** A tone as a WAV file: 8 kHz, 16 bit, one channel, as telephones sound. */
export function toneWav(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = Int16Array.from({ length: Math.round(seconds * SAMPLES_PER_SECOND) }, (_, sample) => {
    const height = Math.sin((2 * Math.PI * HERTZ * sample) / SAMPLES_PER_SECOND) * 0.3;
    return Math.round(height * 32_767);
  });
  return writeWav({ rate: SAMPLES_PER_SECOND, samples });
}
