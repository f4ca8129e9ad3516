import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer';

/** The kinds of address that one key can sign for. */
export type BitcoinAddress =
  | { type: 'pkh' | 'sh' | 'wpkh'; hash: Uint8Array; written: string }
  | { type: 'tr'; pubkey: Uint8Array; written: string };

const REGRESSION_NETWORK = { ...TEST_NETWORK, bech32: 'bcrt' };

/** Reads an address of any Bitcoin network; null if it is none, or one of several keys. */
export function readBitcoinAddress(text: string): BitcoinAddress | null {
  // Bech32 may be written in capitals, but not in both.
  const written = text === text.toUpperCase() && /^(bc|tb|bcrt)1/i.test(text) ? text.toLowerCase() : text;
  for (const network of [NETWORK, TEST_NETWORK, REGRESSION_NETWORK]) {
    try {
      const found = Address(network).decode(written);
      if (found.type === 'pkh' || found.type === 'sh' || found.type === 'wpkh') {
        return { type: found.type, hash: found.hash, written };
      }
      return found.type === 'tr' ? { type: 'tr', pubkey: found.pubkey, written } : null;
    } catch {
      // It is an address of another network, or none.
    }
  }
  return null;
}

/** The script that an address stands for. */
export function scriptOf(address: BitcoinAddress): Uint8Array {
  return address.type === 'tr'
    ? OutScript.encode({ type: 'tr', pubkey: address.pubkey })
    : OutScript.encode({ type: address.type, hash: address.hash });
}
