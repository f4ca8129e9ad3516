import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * A wallet puts this before a text, so that it can be no transaction: Ethereum (EIP-191) and TRON (TIP-191).
 */
const PREFIXES = { ethereum: 'Ethereum', tron: 'TRON' } as const;

/** R, S, and a byte that says which point is meant. */
const LENGTH = 65;

/**
 * The last 20 bytes of who has signed a text, as 40 hexadecimal digits: the address without what its chain writes around
 * it.
 * @param signature 65 bytes in hexadecimal digits, with or without 0x
 * @returns null if it is no signature; S above the half is none, as for transactions (EIP-2)
 */
export function signerOf(chain: keyof typeof PREFIXES, text: string, signature: string): string | null {
  const bytes = hexToBytes(signature.replace(/^0x/i, ''));
  const last = bytes[LENGTH - 1];
  if (bytes.length !== LENGTH || last === undefined) return null;
  // Wallets count from 27, and some from 0.
  const point = last >= 27 ? last - 27 : last;
  if (point > 1) return null;
  const signed = secp256k1.Signature.fromBytes(bytes.slice(0, LENGTH - 1)).addRecoveryBit(point);
  if (signed.hasHighS()) return null;
  const message = utf8ToBytes(text);
  const prefix = utf8ToBytes(`\x19${PREFIXES[chain]} Signed Message:\n${message.length}`);
  const key = signed.recoverPublicKey(keccak_256(concatBytes(prefix, message)));
  return bytesToHex(keccak_256(key.toBytes(false).slice(1)).slice(-20));
}
