import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64, createBase58check } from '@scure/base';
import { checksummed } from '../../shared/extended-key.ts';
import type { Chain } from '../payments/catalogue.ts';
import { readBitcoinAddress } from './bitcoin-address.ts';
import { isSignedInBitcoin } from './bitcoin-signature.ts';
import { signerOf } from './ethereum-signature.ts';

/** The lengths of an address and of a signature, in bytes. */
const ADDRESS_LENGTH = 32;
const LENGTH = 64;

/** `solana sign-offchain-message` puts this before a text, so that it can be no transaction. */
const DOMAIN = concatBytes(Uint8Array.of(0xff), utf8ToBytes('solana offchain'));
const VERSION = 0;
/** Characters that every hardware wallet shows; any others. */
const PLAIN = 0;
const UTF8 = 1;

/**
 * Tells whether the holder of a Solana address has signed a text: its bytes alone, as wallets in the browser
 * do, or with the header of the command line and of hardware wallets.
 * @param signature 64 bytes in base58, base64 or hexadecimal digits
 */
function isSignedInSolana(text: string, address: string, signature: string): boolean {
  const key = base58.decode(address);
  const bytes = bytesOf(signature);
  if (key.length !== ADDRESS_LENGTH || bytes.length !== LENGTH) return false;
  const message = utf8ToBytes(text);
  return [message, offChain(message)].some((each) => ed25519.verify(bytes, each, key, { zip215: false }));
}

function offChain(message: Uint8Array): Uint8Array {
  const format = message.every((byte) => byte >= 0x20 && byte <= 0x7e) ? PLAIN : UTF8;
  const length = Uint8Array.of(message.length & 0xff, message.length >> 8);
  return concatBytes(DOMAIN, Uint8Array.of(VERSION, format), length, message);
}

/** Digits and letters alone may be any of the three; the length says which. */
function bytesOf(signature: string): Uint8Array {
  const digits = signature.replace(/^0x/i, '');
  if (/^[\da-f]{128}$/i.test(digits)) return hexToBytes(digits);
  return signature.endsWith('=') ? base64.decode(signature) : base58.decode(signature);
}

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
 * Tells whether the holder of an address has signed a text, in one of the forms that the chain's wallets make.
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
