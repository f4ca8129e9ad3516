import { Problem } from '../../platform/kit/errors.ts';
import { MAX_DECK_BYTES } from './contract.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a file that is the body of a request, counting while it arrives.
 * @throws payload_too_large, malformed_request (it broke off, or is no text in UTF-8)
 */
export async function readFile(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_DECK_BYTES) throw new Problem('payload_too_large', 'The file is larger than 15 MB');
    chunks.push(chunk);
  }
  try {
    return UTF8.decode(Buffer.concat(chunks));
  } catch {
    throw new Problem('malformed_request', 'The file is no text in UTF-8. Save it as CSV in UTF-8');
  }
}
