import { parseBuffer, type IFormat } from 'music-metadata';
import { Problem } from '../../platform/kit/errors.ts';
import { sentence } from '../../platform/kit/sentences.ts';
import { MAX_SOUND_SECONDS, SOUND_TYPES } from './contract.ts';

type SoundType = keyof typeof SOUND_TYPES;

/** Vonage plays no other WAV files than those of one channel (npm package @vonage/voice, `stream`). */
const WAV = { bits: 16, low: 8, high: 16 };

export const isSoundType = (type: string | null): type is SoundType =>
  type !== null && Object.hasOwn(SOUND_TYPES, type);

/**
 * The type of a sound that every carrier can play to a caller, by its content: MP3, or WAV without compression.
 * @throws unsupported_media_type (another file, or one that is too long)
 */
export async function requireSound(bytes: Uint8Array): Promise<SoundType> {
  const type = beginningOf(bytes);
  const format = type && (await read(bytes, type));
  if (!type || !format || !isPlayable(type, format)) {
    throw new Problem('unsupported_media_type', sentence('soundForm', WAV));
  }
  if ((format.duration ?? 0) > MAX_SOUND_SECONDS) {
    throw new Problem('unsupported_media_type', sentence('soundLong', { count: MAX_SOUND_SECONDS }));
  }
  return type;
}

/** The parser of this type alone reads the file: the others are for formats that we do not take. */
function beginningOf(bytes: Uint8Array): SoundType | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WAVE')
    return 'audio/wav';
  if (file.toString('latin1', 0, 3) === 'ID3') return 'audio/mpeg';
  // The eleven bits that every MPEG frame begins with.
  return file.length > 1 && file.readUInt16BE(0) >= 0xffe0 ? 'audio/mpeg' : null;
}

async function read(bytes: Uint8Array, mimeType: SoundType): Promise<IFormat | null> {
  try {
    return (await parseBuffer(bytes, { mimeType }, { duration: true, skipCovers: true })).format;
  } catch {
    return null;
  }
}

function isPlayable(type: SoundType, format: IFormat): boolean {
  const { codec = '', bitsPerSample, numberOfChannels, sampleRate, duration = 0 } = format;
  if (duration <= 0) return false;
  if (type === 'audio/mpeg') return codec.endsWith('Layer 3');
  const rates = [WAV.low * 1000, WAV.high * 1000];
  return (
    codec === 'PCM' && bitsPerSample === WAV.bits && numberOfChannels === 1 && rates.includes(sampleRate ?? 0)
  );
}
