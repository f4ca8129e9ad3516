import { MAX_RECORDING_BYTES, type RecordedSound, RECORDING_TIMEOUT_MS } from '../voice-port.ts';

/**
 * Fetches a recording. Null if the carrier does not have it yet.
 * @throws for any other answer than a sound of an acceptable size
 */
export async function fetchSound(
  url: string | URL,
  headers: Record<string, string> = {},
): Promise<RecordedSound | null> {
  const signal = AbortSignal.timeout(RECORDING_TIMEOUT_MS);
  const response = await fetch(url, { headers, signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  if (Number(response.headers.get('content-length') ?? 0) > MAX_RECORDING_BYTES) throw tooLarge();
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length > MAX_RECORDING_BYTES) throw tooLarge();
  // Detected from the content, because senders often name no better type than bytes.
  const contentType = new TextDecoder().decode(bytes.subarray(0, 4)) === 'RIFF' ? 'audio/wav' : 'audio/mpeg';
  if (bytes.length === 0) throw new Error('the recording is empty');
  return { contentType, bytes };
}

const tooLarge = () => new Error(`a recording of more than ${MAX_RECORDING_BYTES} bytes`);
