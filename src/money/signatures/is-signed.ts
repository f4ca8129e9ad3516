import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58, createBase58check } from '@scure/base';
import { checksummed } from '../../shared/extended-key.ts';
import type { Chain } from '../payments/catalogue.ts';
import { readBitcoinAddress } from './bitcoin-address.ts';
import { isSignedInBitcoin } from './bitcoin-signature.ts';
import { signerOf } from './ethereum-signature.ts';
import { isSignedInSolana } from './solana-signature.ts';

const base58check = createBase58check(sha256);
/** The first byte of every address of TRON. */
const TRON_PREFIX = 0x41;

/** An address as its chain's evidence writes it; null if it is none of the chain. */
export function normalAddress(chain: Chain, text: string): string | null {
  try {
    return NORMAL[chain](text);
  } catch {
    return null;
  }
}

const NORMAL: Record<Chain, (text: string) => string | null> = {
  bitcoin: (text) => readBitcoinAddress(text)?.written ?? null,
  ethereum: (text) => {
    const [, digits] = /^0x([\da-f]{40})$/i.exec(text) ?? [];
    if (!digits) return null;
    const plain = digits.toLowerCase();
    // Capitals are a checksum where both sizes are used (EIP-55).
    const hasChecksum = digits !== plain && digits !== digits.toUpperCase();
    return hasChecksum && checksummed(plain) !== `0x${digits}` ? null : `0x${plain}`;
  },
  tron: (text) => (tronDigits(text) === null ? null : text),
  solana: (text) => (base58.decode(text).length === 32 ? text : null),
};

/**
 * Tells whether the holder of an address has signed a text, in one of the forms that the chain's wallets
 * make.
 * @param address in its normal form
 * @param signature as somebody typed it: what is no signature has not signed
 */
export function isSigned(
  chain: Chain,
  text: string,
  { address, signature }: { address: string; signature: string },
): boolean {
  try {
    return SIGNED[chain](text, address, signature);
  } catch {
    // The libraries throw at what is not in the form of a signature, a key or a number of the curve.
    return false;
  }
}

const SIGNED: Record<Chain, (text: string, address: string, signature: string) => boolean> = {
  bitcoin: isSignedInBitcoin,
  ethereum: (text, address, signature) => `0x${signerOf('ethereum', text, signature)}` === address,
  tron: (text, address, signature) => signerOf('tron', text, signature) === tronDigits(address),
  solana: isSignedInSolana,
};

/** The 20 bytes of a TRON address, as 40 hexadecimal digits; null if it is none. */
function tronDigits(address: string): string | null {
  const [prefix, ...bytes] = base58check.decode(address);
  return prefix === TRON_PREFIX && bytes.length === 20 ? bytesToHex(Uint8Array.from(bytes)) : null;
}
