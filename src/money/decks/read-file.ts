import { countedBytes } from '../../platform/kit/counted-bytes.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { MAX_DECK_BYTES } from './contract.ts';

/**
 * Reads a file from a request's body, and counts the bytes while they arrive.
 * @throws payload_too_large
 */
export const readFile = (request: Request): Promise<Uint8Array> =>
  countedBytes(request.body, MAX_DECK_BYTES, () => new Problem('payload_too_large', 'The file is larger than 15 MB'));
