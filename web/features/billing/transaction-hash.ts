import { base58 } from '@scure/base';
import { findCoin, type CoinId } from '../../../src/payments/catalogue.ts';

const SOLANA_SIGNATURE_BYTES = 64;

/**
 * Reduces a pasted block explorer link to the hash in it, and trims. Anything else stays as it was typed.
 */
export function hashFromInput(text: string): string {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed)) return trimmed;
  const candidates = trimmed.split(/[/?#&=]+/);
  return candidates.findLast((part) => looksLikeHash(part)) ?? trimmed;
}

/** Whether a text has the form of a transaction hash on the coin's chain. */
export function isHashOf(coin: CoinId, hash: string): boolean {
  switch (findCoin(coin)?.chain) {
    case 'bitcoin':
      return /^[0-9a-f]{64}$/i.test(hash);
    case 'tron':
      return /^(0x)?[0-9a-f]{64}$/i.test(hash);
    case 'ethereum':
      return /^0x[0-9a-f]{64}$/i.test(hash);
    case 'solana':
      return isSolanaSignature(hash);
    case undefined:
      return false;
  }
}

const looksLikeHash = (text: string): boolean =>
  /^(0x)?[0-9a-f]{64}$/i.test(text) || isSolanaSignature(text);

function isSolanaSignature(text: string): boolean {
  // Decoding is quadratic in the length, and no signature is longer than this.
  if (text.length < 64 || text.length > 90) return false;
  try {
    return base58.decode(text).length === SOLANA_SIGNATURE_BYTES;
  } catch {
    return false;
  }
}
