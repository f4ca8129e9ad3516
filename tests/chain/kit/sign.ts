import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';

export type Signed = { address: string; signature: string };

const SIGNED = { prehash: false, format: 'recovered' } as const;

/**
 * The old form of Bitcoin (`signmessage`).
 * @param header the first of the four that say what kind of address it is: 31 for P2PKH of a compressed key
 */
export function signBitcoin(text: string, privateKey: Uint8Array, header = 31): string {
  const message = utf8ToBytes(text);
  const prefix = utf8ToBytes(`\x18Bitcoin Signed Message:\n${String.fromCodePoint(message.length)}`);
  const digest = sha256(sha256(concatBytes(prefix, message)));
  const [point = 0, ...numbers] = secp256k1.sign(digest, privateKey, SIGNED);
  return base64.encode(Uint8Array.of(header + point, ...numbers));
}

/** Signs as wallets of Ethereum (EIP-191) and of TRON (TIP-191, `signMessageV2`) do. */
export function signPrefixed(chain: 'Ethereum' | 'TRON', text: string, privateKey: Uint8Array): string {
  const message = utf8ToBytes(text);
  const prefix = utf8ToBytes(`\x19${chain} Signed Message:\n${message.length}`);
  const [point = 0, ...numbers] = secp256k1.sign(keccak_256(concatBytes(prefix, message)), privateKey, SIGNED);
  return `0x${bytesToHex(Uint8Array.of(...numbers, 27 + point))}`;
}

/** The last 20 bytes of the hash of a public key, which make its address on Ethereum and on TRON. */
export const digitsOf = (privateKey: Uint8Array): string =>
  bytesToHex(keccak_256(secp256k1.getPublicKey(privateKey, false).slice(1)).slice(-20));
