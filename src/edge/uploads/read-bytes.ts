import { Problem } from '../../platform/kit/errors.ts';
import { countedBytes } from '../../platform/kit/counted-bytes.ts';
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
  const bytes = await countedBytes(request.body, most, () => tooLarge(most)).catch((error: unknown) => {
    throw error instanceof Problem ? error : brokenOff();
  });
  if (announced !== null && bytes.length !== Number(announced)) throw brokenOff();
  return bytes;
}

const tooLarge = (most: number) =>
  new Problem('payload_too_large', fault('fileSize', { size: `${Math.floor(most / 1024 / 1024)}MB` }));
const brokenOff = () => new Problem('malformed_request', 'The upload broke off before its end');
