import { base58, createBase58check } from '@scure/base';
import { Address, NETWORK, TEST_NETWORK } from '@scure/btc-signer';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Chain } from '../money/payments/catalogue.ts';
import { checksummed } from './extended-key.ts';

/** Where an address is good; null where its chain writes addresses of all networks alike. */
export type Network = 'main' | 'test' | null;

/** Every address of TRON begins with this byte, and so with a T in base58. */
const TRON_PREFIX = 0x41;
const TRON_BYTES = 21;
const SOLANA_BYTES = 32;

const BITCOIN_NETWORKS = [
  [NETWORK, 'main'],
  [TEST_NETWORK, 'test'],
  [{ ...TEST_NETWORK, bech32: 'bcrt' }, 'test'],
] as const;

const base58check = createBase58check(sha256);

/** Reads an address of any Bitcoin network; null if it is none. */
export function readBitcoin(text: string) {
  // Bech32 may be written in capitals, but not in both.
  const written = text === text.toUpperCase() && /^(bc|tb|bcrt)1/i.test(text) ? text.toLowerCase() : text;
  for (const [network, name] of BITCOIN_NETWORKS) {
    try {
      return { decoded: Address(network).decode(written), written, network: name };
    } catch {
      // It is an address of another network, or none.
    }
  }
  return null;
}

const READERS: Record<Chain, (text: string) => Network | undefined> = {
  bitcoin: (text) => readBitcoin(text)?.network,
  // Its capitals are its checksum (EIP-55).
  ethereum: (text) =>
    /^0x[\da-f]{40}$/i.test(text) && text === checksummed(text.slice(2).toLowerCase()) ? null : undefined,
  tron: (text) => {
    const bytes = bytesOf(() => base58check.decode(text));
    return bytes.length === TRON_BYTES && bytes[0] === TRON_PREFIX ? null : undefined;
  },
  solana: (text) => (bytesOf(() => base58.decode(text)).length === SOLANA_BYTES ? null : undefined),
};

/** Empty if the text is not of that form. */
function bytesOf(decode: () => Uint8Array): Uint8Array {
  try {
    return decode();
  } catch {
    return new Uint8Array();
  }
}

/** Where an address is good; undefined where it is none of its chain, or its checksum is wrong. */
export const networkOf = (chain: Chain, address: string): Network | undefined => READERS[chain](address);
