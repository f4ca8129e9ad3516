import { Problem } from '../../platform/kit/errors.ts';
import { MAX_DECK_BYTES } from './contract.ts';

/**
 * Reads a file from a request's body, and counts the bytes while they arrive.
 * @throws payload_too_large, malformed_request (the body ended early, or is not UTF-8 text)
 */
export async function readFile(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const read = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new Problem('malformed_request', 'The file is no text in UTF-8. Save it as CSV in UTF-8');
    }
  };
  let text = '';
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_DECK_BYTES) throw new Problem('payload_too_large', 'The file is larger than 15 MB');
    text += read(chunk);
  }
  return text + read();
}
