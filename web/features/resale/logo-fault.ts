import { MAX_RECEIPT_BYTES, RECEIPT_TYPES } from '../../../src/edge/uploads/contract.ts';

/** The file types of a logo. */
const IMAGE_TYPES = new Set(Object.keys(RECEIPT_TYPES).filter((type) => type.startsWith('image/')));

/**
 * Names the fault of a file as a logo; null where there is none. It must be an image by content, not by name.
 */
export async function logoFault(file: File): Promise<'brand.logoNotImage' | 'brand.logoTooLarge' | null> {
  if (!IMAGE_TYPES.has(file.type)) return 'brand.logoNotImage';
  if (file.size > MAX_RECEIPT_BYTES) return 'brand.logoTooLarge';
  try {
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return 'brand.logoNotImage';
  }
}
