import { writeWav } from '../../../platform/kit/wav.ts';

/** Samples in a second of the sound that telephones carry (G.711). */
export const TELEPHONE_RATE = 8000;

/** How loud tones are, of the loudest that there is. */
const LOUDNESS = 0.3;

/** How long samples sound, in seconds. */
export const secondsOf = (samples: Int16Array): number => samples.length / TELEPHONE_RATE;

/** These pitches at once. */
export function toneOf(seconds: number, ...hertz: readonly number[]): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * TELEPHONE_RATE) }, (_, sample) => {
    const angle = (2 * Math.PI * sample) / TELEPHONE_RATE;
    const height = hertz.reduce((sum, each) => sum + Math.sin(angle * each), 0) / hertz.length;
    return Math.round(height * LOUDNESS * 32_767);
  });
}

export const silenceOf = (seconds: number): Int16Array => new Int16Array(Math.round(seconds * TELEPHONE_RATE));

/** A WAV file of samples, one after the other. */
export function telephoneWav(...parts: readonly Int16Array[]): Uint8Array<ArrayBuffer> {
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return writeWav({ rate: TELEPHONE_RATE, samples });
}
