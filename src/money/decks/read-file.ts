import { Problem } from '../../platform/kit/errors.ts';
import { MAX_DECK_BYTES } from './contract.ts';

/**
 * Reads a file from a request's body, and counts the bytes while they arrive.
 * @throws payload_too_large
 */
export async function readFile(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_DECK_BYTES) throw new Problem('payload_too_large', 'The file is larger than 15 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
