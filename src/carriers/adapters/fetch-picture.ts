import { contentTypeOf } from '../../edge/uploads/content-type.ts';
import { type FetchedPicture, MAX_PICTURE_BYTES, PICTURE_TIMEOUT_MS } from '../incoming-sms.ts';

/** A file that is no picture is kept as it is, and only saved, never shown. */
const OTHER_FILE = 'application/octet-stream';

/** A file that will never be fetched, however often it is tried. */
export class NoPicture extends Error {}

/**
 * Fetches a file that came with a message. Its bytes are counted while they arrive: whatever a header says, memory holds
 * no more than the largest file. Null if the carrier does not have it yet.
 * @param address as the carrier said it in a signed delivery
 * @param own the carrier's addresses: only there our credential is shown, also after a redirect
 * @throws NoPicture for a file that is too large or empty, and for an address that is none
 */
export async function fetchPicture(
  address: string,
  { own, headers }: { own: readonly string[]; headers: Record<string, string> },
): Promise<FetchedPicture | null> {
  const url = URL.parse(address);
  const origins = new Set(own.map((each) => new URL(each).origin));
  if (!url || !(url.protocol === 'https:' || origins.has(url.origin))) throw new NoPicture('no address');
  const response = await fetch(url, {
    headers: origins.has(url.origin) ? headers : {},
    signal: AbortSignal.timeout(PICTURE_TIMEOUT_MS),
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const bytes = await readAll(response);
  const type = contentTypeOf(bytes);
  return { contentType: type?.startsWith('image/') ? type : OTHER_FILE, bytes };
}

async function readAll(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = Number(response.headers.get('content-length') ?? 0);
  if (size > MAX_PICTURE_BYTES) throw new NoPicture('too large');
  size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_PICTURE_BYTES) throw new NoPicture('too large');
    chunks.push(chunk);
  }
  if (size === 0) throw new NoPicture('empty');
  return Buffer.concat(chunks);
}
