import { Problem } from '../../platform/kit/errors.ts';
import { MAX_RECEIPT_BYTES } from './contract.ts';
import { fault } from '../../platform/kit/faults.ts';

/**
 * Reads the body of an upload and counts the bytes while they arrive: whatever a header says, memory holds no
 * more than the largest receipt.
 * @param most another limit
 * @throws payload_too_large, malformed_request (the body ended early)
 */
export async function readBytes(request: Request, most = MAX_RECEIPT_BYTES): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > most) throw tooLarge(most);
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (!request.body) return new Uint8Array();
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > most) throw tooLarge(most);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw brokenOff();
  }
  if (announced !== null && size !== Number(announced)) throw brokenOff();
  return Buffer.concat(chunks);
}

const tooLarge = (most: number) =>
  new Problem('payload_too_large', fault('fileSize', { size: `${Math.floor(most / 1024 / 1024)}MB` }));
const brokenOff = () => new Problem('malformed_request', 'The upload broke off before its end');
