import { base58 } from '@scure/base';
import { fault, type FaultCode, type Sentence } from '../platform/kit/faults.ts';
import { type Chain, type CoinId, findCoin } from '../money/payments/catalogue.ts';

const SOLANA_SIGNATURE_BYTES = 64;
/** No signature is longer; the limit matters because decoding takes quadratic time. */
const SOLANA_SIGNATURE_MAX_CHARACTERS = 88;

/** The normal form of a hash of each chain, or null: without one form, a payment could be submitted twice. */
const normalizers: Record<Chain, (text: string) => string | null> = {
  bitcoin: (text) => matched(/^[0-9a-f]{64}$/, text.toLowerCase()),
  // Some TRON tools write hashes with Ethereum's prefix.
  tron: (text) => matched(/^[0-9a-f]{64}$/, text.toLowerCase().replace(/^0x/, '')),
  // Some tools leave its prefix out.
  ethereum: (text) => matched(/^0x[0-9a-f]{64}$/, text.toLowerCase().replace(/^(0x)?/, '0x')),
  solana: (text) => (isSolanaSignature(text) ? text : null),
};

const faults = {
  bitcoin: 'bitcoinHash',
  tron: 'tronHash',
  ethereum: 'ethereumHash',
  solana: 'solanaHash',
} as const satisfies Record<Chain, FaultCode>;

/**
 * A transaction hash in its normal form: trimmed, hexadecimal in lower case, base58 as it is.
 * @returns null if the text does not have the form of the coin's chain; `hashFault` describes that form
 */
export const normalizeHash = (coinId: CoinId, text: string): string | null => normalizers[chainOf(coinId)](text.trim());

/** The form of a coin's hashes, as the sentence of the error. */
export const hashFault = (coinId: CoinId): Sentence => fault(faults[chainOf(coinId)]);

/** Reduces a pasted block explorer link to its hash, and trims. Any other text stays unchanged. */
export function hashFromLink(text: string): string {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed)) return trimmed;
  const looksLikeHash = (part: string) => Object.values(normalizers).some((normalize) => normalize(part));
  return trimmed.split(/[/?#&=]+/).findLast(looksLikeHash) ?? trimmed;
}

/** The chain of a coin's hashes. */
export function chainOf(coinId: CoinId): Chain {
  const coin = findCoin(coinId);
  if (!coin) throw new TypeError(`no such coin: ${coinId}`);
  return coin.chain;
}

const matched = (form: RegExp, text: string) => (form.test(text) ? text : null);

function isSolanaSignature(text: string): boolean {
  if (text.length > SOLANA_SIGNATURE_MAX_CHARACTERS) return false;
  try {
    return base58.decode(text).length === SOLANA_SIGNATURE_BYTES;
  } catch {
    return false;
  }
}
