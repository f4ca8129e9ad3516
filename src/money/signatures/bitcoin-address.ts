import { OutScript } from '@scure/btc-signer';
import { readBitcoin } from '../../shared/wallet-address.ts';

/** The kinds of address that one key can sign for. */
export type BitcoinAddress =
  | { type: 'pkh' | 'sh' | 'wpkh'; hash: Uint8Array; written: string }
  | { type: 'tr'; pubkey: Uint8Array; written: string };

/** Reads an address of any Bitcoin network; null if it is none, or one of several keys. */
export function readBitcoinAddress(text: string): BitcoinAddress | null {
  const found = readBitcoin(text);
  if (!found) return null;
  const { decoded, written } = found;
  if (decoded.type === 'pkh' || decoded.type === 'sh' || decoded.type === 'wpkh') {
    return { type: decoded.type, hash: decoded.hash, written };
  }
  return decoded.type === 'tr' ? { type: 'tr', pubkey: decoded.pubkey, written } : null;
}

/** The script that an address stands for. */
export function scriptOf(address: BitcoinAddress): Uint8Array {
  return address.type === 'tr'
    ? OutScript.encode({ type: 'tr', pubkey: address.pubkey })
    : OutScript.encode({ type: address.type, hash: address.hash });
}
