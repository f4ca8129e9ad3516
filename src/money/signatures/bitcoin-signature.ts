import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { CompactSize, OutScript, RawTx, RawWitness, SigHash, Transaction } from '@scure/btc-signer';
import { type BitcoinAddress, readBitcoinAddress, scriptOf } from './bitcoin-address.ts';

/**
 * Tells whether the holder of a Bitcoin address has signed a text: by a signature of the old form (BIP-137,
 * as `signmessage` makes it), or by a simple one of BIP-322.
 * @param signature in base64
 */
export function isSignedInBitcoin(text: string, address: string, signature: string): boolean {
  const signer = readBitcoinAddress(address);
  if (!signer) return false;
  // BIP-322 puts the form before it, which older wallets leave out.
  const bytes = base64.decode(signature.replace(/^smp/, ''));
  return bytes.length === COMPACT_LENGTH && signer.type !== 'tr'
    ? isSignedCompactly(text, signer, bytes)
    : isSignedByWitness(text, signer, bytes);
}

/** A header and two numbers of 32 bytes. */
const COMPACT_LENGTH = 65;
/** The first header of each kind of address; each has four, by the point that is meant (BIP-137). */
const HEADERS = [
  { from: 27, isCompressed: false, types: ['pkh'] },
  // Electrum and others sign with this header for every address of a compressed key.
  { from: 31, isCompressed: true, types: ['pkh', 'sh', 'wpkh'] },
  { from: 35, isCompressed: true, types: ['sh'] },
  { from: 39, isCompressed: true, types: ['wpkh'] },
] as const;

/** The key is recovered from the signature. As in Bitcoin Core, either of the two values of S is right. */
function isSignedCompactly(text: string, signer: BitcoinAddress, bytes: Uint8Array): boolean {
  const header = bytes[0] ?? 0;
  const kind = HEADERS.find(({ from }) => header >= from && header < from + 4);
  if (!kind?.types.some((type) => type === signer.type) || signer.type === 'tr') return false;
  const signed = secp256k1.Signature.fromBytes(bytes.slice(1)).addRecoveryBit(header - kind.from);
  const key = signed.recoverPublicKey(twice(prefixed('Bitcoin Signed Message:\n'), prefixed(text)));
  return same(hashFor(signer, key.toBytes(kind.isCompressed)), signer.hash);
}

/** The hash that an address of a key holds: of the key, or of the script that holds it. */
function hashFor({ type }: BitcoinAddress, key: Uint8Array): Uint8Array {
  const hash = hash160(key);
  return type === 'sh' ? hash160(OutScript.encode({ type: 'wpkh', hash })) : hash;
}

/** The witness of a transaction that can never be on the chain (BIP-322, "simple"). */
function isSignedByWitness(text: string, signer: BitcoinAddress, bytes: Uint8Array): boolean {
  const [signature, key, ...more] = RawWitness.decode(bytes);
  if (!signature || more.length > 0) return false;
  if (signer.type === 'tr') return key === undefined && isSignedByTaproot(text, signer, signature);
  // A key that is not compressed is refused everywhere in a witness.
  if (signer.type === 'pkh' || key?.length !== 33 || !same(hashFor(signer, key), signer.hash)) return false;
  if (signature.at(-1) !== SigHash.ALL) return false;
  const script = OutScript.encode({ type: 'pkh', hash: hash160(key) });
  const digest = toSign(text, scriptOf(signer)).preimageWitnessV0(0, script, SigHash.ALL, 0n);
  const how = { prehash: false, lowS: true, format: 'der' } as const;
  return secp256k1.verify(signature.slice(0, -1), digest, key, how);
}

/** By the key of the address itself, and not by a script below it. */
function isSignedByTaproot(
  text: string,
  signer: Extract<BitcoinAddress, { type: 'tr' }>,
  signature: Uint8Array,
): boolean {
  const kind = signature.length === 64 ? SigHash.DEFAULT : signature[64];
  if (signature.length > 65 || (kind !== SigHash.ALL && signature.length !== 64)) return false;
  const script = scriptOf(signer);
  const digest = toSign(text, script).preimageWitnessV1(0, [script], kind ?? SigHash.DEFAULT, [0n]);
  return schnorr.verify(signature.slice(0, 64), digest, signer.pubkey);
}

/** `OP_0` and a push of 32 bytes. */
const MESSAGE_PUSH = Uint8Array.of(0x00, 0x20);
const OP_RETURN = 0x6a;

/** The transaction of BIP-322 whose witness is the signature: it spends one that holds the text. */
function toSign(text: string, script: Uint8Array): Transaction {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'));
  const message = sha256(concatBytes(tag, tag, utf8ToBytes(text)));
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      { txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: concatBytes(MESSAGE_PUSH, message), sequence: 0 },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  });
  const signed = new Transaction({ version: 0, allowUnknownVersion: true, allowUnknownOutputs: true });
  signed.addInput({ txid: twice(toSpend).toReversed(), index: 0, sequence: 0 });
  signed.addOutput({ amount: 0n, script: Uint8Array.of(OP_RETURN) });
  return signed;
}

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));
const twice = (...parts: Uint8Array[]): Uint8Array => sha256(sha256(concatBytes(...parts)));
const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** A text after its length. */
function prefixed(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  return concatBytes(CompactSize.encode(BigInt(bytes.length)), bytes);
}
