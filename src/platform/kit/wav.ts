const HEADER_BYTES = 44;
const PCM = 1;
/** WAVE_FORMAT_EXTENSIBLE: the real format stands behind it, which for 16 bits is PCM. */
const EXTENSIBLE = 0xfffe;
const BITS = 16;
/** A file has a few. */
const MOST_CHUNKS = 100;

/** Sound of one channel, 16 bits. */
export interface Pcm {
  /** Samples in a second. */
  rate: number;
  samples: Int16Array;
}

/** A WAV file of it. */
export function writeWav({ rate, samples }: Pcm): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const text = (offset: number, letters: string) => bytes.set(new TextEncoder().encode(letters), offset);
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, BITS, true);
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, at) => view.setInt16(HEADER_BYTES + at * 2, sample, true));
  return bytes;
}

/**
 * The sound of a WAV file; null where it is none of one channel and 16 bits without compression. A program that writes
 * to a pipe does not know how long it will be, so a length that goes beyond the file means its end.
 */
export function readWav(bytes: Uint8Array): Pcm | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return null;
  let rate = 0;
  for (let [at, chunks] = [12, 0]; at + 8 <= file.length && chunks < MOST_CHUNKS; chunks++) {
    const [name, start] = [file.toString('latin1', at, at + 4), at + 8];
    const length = Math.min(file.readUInt32LE(at + 4), file.length - start);
    if (name === 'fmt ' && length >= 16) {
      const format = file.readUInt16LE(start);
      const isPcm = (format === PCM || format === EXTENSIBLE) && file.readUInt16LE(start + 14) === BITS;
      if (!isPcm || file.readUInt16LE(start + 2) !== 1) return null;
      rate = file.readUInt32LE(start + 4);
    }
    if (name === 'data') {
      if (rate === 0) return null;
      const samples = new Int16Array(Math.floor(length / 2));
      for (let i = 0; i < samples.length; i++) samples[i] = file.readInt16LE(start + i * 2);
      return { rate, samples };
    }
    // A chunk of odd length has one more byte.
    at = start + length + (length % 2);
  }
  return null;
}
