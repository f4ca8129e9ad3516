import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { NETWORK, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';

/** The chains on which each payment can have an address of its own. */
export type KeyChain = 'bitcoin' | 'ethereum';

/** An account's public key, from which the addresses of payments are derived. It can spend nothing. */
export interface ExtendedKey {
  chain: KeyChain;
  /** Tells one key from another without naming it: 16 hexadecimal digits. */
  id: string;
  /** How the key was written: `zpub`, `vpub`, `xpub` or `tpub`. */
  form: string;
  /** The address `0/index` below the account, as wallets number the addresses at which they are paid. */
  addressAt(index: number): string;
}

/**
 * The forms of extended keys (SLIP-132): the version says which addresses a wallet derives. An `xpub` is taken as well,
 * because some wallets write every key so.
 */
const PUBLIC_FORMS: Readonly<Record<KeyChain, Readonly<Record<number, { form: string; isTest: boolean }>>>> = {
  bitcoin: {
    0x04b24746: { form: 'zpub', isTest: false },
    0x045f1cf6: { form: 'vpub', isTest: true },
    0x0488b21e: { form: 'xpub', isTest: false },
    0x043587cf: { form: 'tpub', isTest: true },
  },
  ethereum: { 0x0488b21e: { form: 'xpub', isTest: false } },
};
/** `xprv`, `yprv`, `zprv`, `tprv`, `uprv`, `vprv`, and those of several signers. */
const PRIVATE_FORMS: ReadonlySet<number> = new Set([
  0x0488ade4, 0x049d7878, 0x04b2430c, 0x04358394, 0x044a4e28, 0x045f18bc, 0x0295b005, 0x02aa7a99, 0x024285b5,
  0x02575048,
]);

/** Master, purpose, coin, account (BIP-44 and BIP-84): `m/84'/0'/0'` and `m/44'/60'/0'`. */
const ACCOUNT_DEPTH = 3;
/** The address of all who pay without a quote: it is nobody's own. */
export const SHARED_INDEX = 0;
/** The chain of the addresses that others are given, below the account. */
const EXTERNAL = 0;

const base58check = createBase58check(sha256);

/**
 * Reads an account's extended public key.
 * @throws {TypeError} with a sentence that never contains the key: it is none, it is private, or it is not an account's
 */
export function readExtendedKey(text: string, chain: KeyChain): ExtendedKey {
  const version = versionOf(text);
  if (PRIVATE_FORMS.has(version)) {
    throw new TypeError('must be a public key: this one is private and could spend everything');
  }
  const known = PUBLIC_FORMS[chain][version];
  if (!known) {
    const forms = Object.values(PUBLIC_FORMS[chain]).map(({ form }) => form);
    throw new TypeError(`must be an extended public key: ${forms.join(', ')}`);
  }
  const account = HDKey.fromExtendedKey(text, { public: version, private: 0 });
  if (account.depth !== ACCOUNT_DEPTH) {
    throw new TypeError(
      `must be the key of an account, such as ${chain === 'bitcoin' ? "m/84'/0'/0'" : "m/44'/60'/0'"}`,
    );
  }
  const external = account.deriveChild(EXTERNAL);
  const network = known.isTest ? TEST_NETWORK : NETWORK;
  return {
    chain,
    id: bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16),
    form: known.form,
    addressAt: (index) => {
      const { publicKey } = external.deriveChild(index);
      if (!publicKey) throw new Error('a derived key has no public key');
      return chain === 'bitcoin' ? segwitAddress(publicKey, network) : ethereumAddress(publicKey);
    },
  };
}

/** The addresses of the first indexes, by which an operator sees that the key is that of their wallet. */
export const firstAddresses = (key: ExtendedKey): string[] => [0, 1, 2].map((index) => key.addressAt(index));

function versionOf(text: string): number {
  try {
    const bytes = base58check.decode(text);
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  } catch {
    throw new TypeError('must be an extended public key: it has a typing error');
  }
}

function segwitAddress(publicKey: Uint8Array, network: typeof NETWORK): string {
  const { address } = p2wpkh(publicKey, network);
  if (!address) throw new Error('a public key has no address');
  return address;
}

/** The last 20 bytes of the hash of the whole public key, with the capitals that check it (EIP-55). */
function ethereumAddress(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).slice(1);
  return checksummed(bytesToHex(keccak_256(point).slice(-20)));
}

/** An Ethereum address with its checksum (EIP-55). @param digits 40 hexadecimal digits in lower case, without 0x */
export function checksummed(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const written = Array.from(digits, (digit, place) =>
    Number.parseInt(hash[place] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${written.join('')}`;
}
