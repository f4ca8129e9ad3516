import { MPEGDecoder } from 'mpg123-decoder';
import { type Pcm, readWav } from '../../../platform/kit/wav.ts';
import { TELEPHONE_RATE } from './tones.ts';

/** The kernel reaches over so many zeros of the sinc on each side: enough for speech. */
const ZEROS = 12;
/** Of the lower Nyquist frequency: the filter needs some room to fall. */
const PASS = 0.94;

/**
 * A WAV or MP3 file as telephones carry sound.
 * @returns null where the file cannot be read
 */
export async function telephoneSound(bytes: Uint8Array): Promise<Pcm | null> {
  const sound = readWav(bytes) ?? (await readMp3(bytes));
  return sound && { rate: TELEPHONE_RATE, samples: resample(sound, TELEPHONE_RATE) };
}

async function readMp3(bytes: Uint8Array): Promise<Pcm | null> {
  const decoder = new MPEGDecoder();
  try {
    await decoder.ready;
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes);
    if (samplesDecoded === 0) return null;
    const samples = Int16Array.from({ length: samplesDecoded }, (_, at) => {
      const sum = channelData.reduce((all, channel) => all + (channel[at] ?? 0), 0);
      return toInt16((sum / channelData.length) * 32_768);
    });
    return { rate: sampleRate, samples };
  } finally {
    decoder.free();
  }
}

/** The same sound at another rate: a polyphase filter with a windowed sinc, so that nothing folds back into speech. */
export function resample({ rate, samples }: Pcm, to: number): Int16Array {
  if (rate === to) return samples;
  const divisor = greatestDivisor(rate, to);
  const [step, phases] = [rate / divisor, to / divisor];
  const cutoff = PASS * Math.min(1, to / rate);
  const reach = Math.ceil(ZEROS / cutoff);
  const kernels = Array.from({ length: phases }, (_, phase) => kernelOf(phase / phases, cutoff, reach));
  const resampled = new Int16Array(Math.floor((samples.length * to) / rate));
  for (let at = 0; at < resampled.length; at++) {
    const [first, phase] = [Math.floor((at * step) / phases) - reach + 1, (at * step) % phases];
    const kernel = kernels[phase] ?? [];
    let sum = 0;
    for (let tap = 0; tap < kernel.length; tap++) sum += (kernel[tap] ?? 0) * (samples[first + tap] ?? 0);
    resampled[at] = toInt16(sum);
  }
  return resampled;
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
