import { MPEGDecoder } from 'mpg123-decoder';
import { turn } from '../../../platform/kit/turn.ts';
import { type Pcm, readWav } from '../../../platform/kit/wav.ts';
import { TELEPHONE_RATE } from './tones.ts';

/** The kernel reaches over so many zeros of the sinc on each side: enough for speech. */
const ZEROS = 12;
/** A share of the lower Nyquist frequency: the filter needs some room to fall. */
const PASS = 0.94;

/** So much of an MP3 file is read at a time: some seconds of sound, which take some milliseconds. */
const PIECE_BYTES = 16 * 1024;
/** So many samples are made at a time: two seconds of sound. */
const PIECE_SAMPLES = 16_000;

/**
 * A WAV or MP3 file as telephones carry sound. Two minutes take most of a second, so the process does other things
 * between the pieces.
 * @returns null where the file cannot be read
 */
export async function telephoneSound(bytes: Uint8Array): Promise<Pcm | null> {
  const sound = readWav(bytes) ?? (await readMp3(bytes));
  return sound && { rate: TELEPHONE_RATE, samples: await resample(sound, TELEPHONE_RATE) };
}

async function readMp3(bytes: Uint8Array): Promise<Pcm | null> {
  const decoder = new MPEGDecoder();
  try {
    await decoder.ready;
    const pieces: Int16Array[] = [];
    let [rate, length] = [0, 0];
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes.subarray(at, at + PIECE_BYTES));
      if (samplesDecoded > 0) {
        rate = sampleRate;
        length += samplesDecoded;
        pieces.push(mix(channelData, samplesDecoded));
      }
      await turn();
    }
    if (length === 0) return null;
    const samples = new Int16Array(length);
    let at = 0;
    for (const piece of pieces) {
      samples.set(piece, at);
      at += piece.length;
    }
    return { rate, samples };
  } finally {
    decoder.free();
  }
}

/** All channels as one. The loops here run for each of millions of samples: functions for arrays take three times as long. */
function mix(channels: readonly Float32Array[], length: number): Int16Array {
  const sums = new Float32Array(length);
  for (const channel of channels) for (let at = 0; at < length; at++) sums[at] = (sums[at] ?? 0) + (channel[at] ?? 0);
  const mixed = new Int16Array(length);
  for (let at = 0; at < length; at++) mixed[at] = toInt16(((sums[at] ?? 0) / channels.length) * 32_768);
  return mixed;
}

/** The same sound at another rate: a polyphase filter with a windowed sinc, so that nothing folds back into speech. */
async function resample({ rate, samples }: Pcm, to: number): Promise<Int16Array> {
  if (rate === to) return samples;
  const divisor = greatestDivisor(rate, to);
  const [step, phases] = [rate / divisor, to / divisor];
  const cutoff = PASS * Math.min(1, to / rate);
  const reach = Math.ceil(ZEROS / cutoff);
  const kernels = Array.from({ length: phases }, (_, phase) => kernelOf(phase / phases, cutoff, reach));
  // Silence on both sides, so that the loop below never reads outside.
  const padded = new Float64Array(samples.length + 2 * reach);
  padded.set(samples, reach - 1);
  const resampled = new Int16Array(Math.floor((samples.length * to) / rate));
  for (let at = 0; at < resampled.length; at++) {
    if (at % PIECE_SAMPLES === 0) await turn();
    const kernel = kernels[(at * step) % phases];
    if (kernel) resampled[at] = toInt16(weigh(kernel, padded, Math.floor((at * step) / phases)));
  }
  return resampled;
}

function weigh(kernel: Float64Array, samples: Float64Array, first: number): number {
  let sum = 0;
  for (let tap = 0; tap < kernel.length; tap++) sum += (kernel[tap] ?? 0) * (samples[first + tap] ?? 0);
  return sum;
}

/** The weights of the samples around a place between two of them (0 to 1); together they are 1. */
function kernelOf(place: number, cutoff: number, reach: number): Float64Array {
  const kernel = Float64Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - place;
    const angle = Math.PI * cutoff * distance;
    // Hann's window.
    const window = Math.abs(distance) >= reach ? 0 : (1 + Math.cos((Math.PI * distance) / reach)) / 2;
    return (angle === 0 ? 1 : Math.sin(angle) / angle) * window;
  });
  const sum = kernel.reduce((all, weight) => all + weight, 0);
  return kernel.map((weight) => weight / sum);
}

const toInt16 = (value: number): number => Math.max(-32_768, Math.min(32_767, Math.round(value)));

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other);
