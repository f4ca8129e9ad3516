/** Kilobits a second by the index in a frame's header, for layer III (ISO/IEC 11172-3 2.4.2.3 and 13818-3 2.4.2.3). */
const BIT_RATES = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;
const LAYER_3 = 1;
/** MPEG 2.5 has no standard; its rates are a quarter of MPEG 1's. */
const VERSIONS: Readonly<Record<number, { divisor: number; samples: number; rates: readonly number[] }>> = {
  0: { divisor: 4, samples: 576, rates: BIT_RATES.two },
  2: { divisor: 2, samples: 576, rates: BIT_RATES.two },
  3: { divisor: 1, samples: 1152, rates: BIT_RATES.one },
};

/** The frame of MPEG audio, layer III, that stands here; null if none does, or if the file ends amid it. */
function frameAt(file: DataView, at: number): { bytes: number; seconds: number } | null {
  if (at + 4 > file.byteLength) return null;
  const header = file.getUint32(at);
  if (header >>> 21 !== 0x7ff || ((header >>> 17) & 3) !== LAYER_3) return null;
  const version = VERSIONS[(header >>> 19) & 3];
  const rate = version?.rates[(header >>> 12) & 15];
  const samplesASecond = SAMPLE_RATES[(header >>> 10) & 3];
  if (!version || !rate || !samplesASecond) return null;
  const frequency = samplesASecond / version.divisor;
  const bytes = Math.floor((version.samples * rate * 125) / frequency) + ((header >>> 9) & 1);
  return at + bytes <= file.byteLength ? { bytes, seconds: version.samples / frequency } : null;
}

/** The bytes of an ID3v2 tag at the beginning, whose size has seven bits in each byte; 0 without one. */
function tagBytes(file: DataView): number {
  if (file.byteLength < 10 || file.getUint32(0) >>> 8 !== 0x494433) return 0;
  const sevens = [6, 7, 8, 9].map((at) => file.getUint8(at) & 127);
  return 10 + sevens.reduce((size, seven) => size * 128 + seven, 0);
}

/**
 * How many seconds an MP3 file lasts, by its frames: one after the other, without decoding them. It reads no further than
 * it has to, whatever the file holds.
 * @param most it stops after so many seconds
 * @returns 0 if the file is no MP3: less than half of it, without a tag, are frames
 */
export function mp3Seconds(bytes: Uint8Array, most: number): number {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = tagBytes(file);
  let [at, seconds] = [start, 0];
  for (let frame = frameAt(file, at); frame && seconds <= most; frame = frameAt(file, at)) {
    at += frame.bytes;
    seconds += frame.seconds;
  }
  const isSound = seconds > most || (at - start) * 2 >= bytes.length - start;
  return isSound ? seconds : 0;
}
