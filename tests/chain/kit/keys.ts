import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';

export const seedOf = (words: string) => new Uint8Array(pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512'));

/** The words of the test vectors of BIP-84, and those of every development node of Ethereum. */
export const BIP84_WORDS = `${'abandon '.repeat(11)}about`;
export const ANVIL_WORDS = `${'test '.repeat(11)}junk`;

const VERSIONS = {
  xpub: { public: 0x0488b21e, private: 0x0488ade4 },
  zpub: { public: 0x04b24746, private: 0x04b2430c },
  vpub: { public: 0x045f1cf6, private: 0x045f18bc },
  tpub: { public: 0x043587cf, private: 0x04358394 },
} as const;

/** A key of a wallet, written as that kind of key. */
export const keyOf = (words: string, path: string, form: keyof typeof VERSIONS = 'xpub') =>
  HDKey.fromMasterSeed(seedOf(words), VERSIONS[form]).derive(path);

/** The operator's settings: keys of the test network and of Ethereum; a node gives coins to the addresses of its account 0. */
export const keySettings = () => ({
  XPUB_BTC: keyOf(BIP84_WORDS, "m/84'/1'/0'", 'vpub').publicExtendedKey,
  XPUB_ETH: keyOf(ANVIL_WORDS, "m/44'/60'/1'").publicExtendedKey,
});
