import { ed25519 } from '@noble/curves/ed25519.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';

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
export function isSignedInSolana(text: string, address: string, signature: string): boolean {
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
