import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { NETWORK, p2pkh, p2sh, p2wpkh } from '@scure/btc-signer';
import { CHAINS } from '../../../db/enums.ts';
import { isSigned, normalAddress } from '../../../src/money/signatures/is-signed.ts';
import { digitsOf, signBitcoin, signPrefixed } from '../../chain/kit/sign.ts';

/** Signed texts: the vectors of the standards and of wallets, and what is none. */

const SEGWIT = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
const TAPROOT = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3';

/** They come from BIP-322 (basic-test-vectors.json), Bitcoin Core (util_tests.cpp) and bitcoinjs-message. */
const BITCOIN: readonly (readonly [message: string, address: string, signature: string])[] = [
  [
    '',
    SEGWIT,
    'smpAkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'Hello World',
    SEGWIT,
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'Hello World',
    SEGWIT,
    'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'Hello World',
    '3HSVzEhCFuH9Z3wvoWTexy7BMVVp3PjS6f',
    'AkgwRQIhAMd2wZSY3x0V9Kr/NClochoTXcgDaGl3OObOR17yx3QQAiBVWxqNSS+CKen7bmJTG6YfJjsggQ4Fa2RHKgBKrdQQ+gEhAxa5UDdQCHSQHfKQv14ybcYm1C9y6b12xAuukWzSnS+w',
  ],
  [
    'No prefix fallback',
    'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
    'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
  ],
  [
    'Hello World',
    TAPROOT,
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ],
  [
    'This is an example of a signed message.',
    '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV',
    'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
  ],
];

describe('on Bitcoin', () => {
  test.each(BITCOIN)('%p at %s', (message, address, signature) => {
    expect(isSigned('bitcoin', message, { address, signature })).toBe(true);
    expect(isSigned('bitcoin', `${message} `, { address, signature })).toBe(false);
    for (const [, other] of BITCOIN.filter((each) => each[1] !== address)) {
      expect(isSigned('bitcoin', message, { address: other, signature })).toBe(false);
    }
  });

  test('a header of the old form stands for its kind of address (BIP-137)', () => {
    const key = hexToBytes('11'.repeat(32));
    const [compressed, whole] = [true, false].map((form) => secp256k1.getPublicKey(key, form));
    if (!compressed || !whole) throw new Error('a key has no public key');
    const inside = p2wpkh(compressed, NETWORK);
    const addresses = [p2pkh(whole), p2pkh(compressed), p2sh(inside), inside].map(({ address }) => address);
    const taken = [27, 31, 35, 39].map((header) => {
      const signature = signBitcoin('Topline', key, header);
      return addresses.map((address) => isSigned('bitcoin', 'Topline', { address, signature }));
    });
    expect(taken).toEqual([
      [true, false, false, false],
      // Electrum signs so for every address of a compressed key.
      [false, true, true, true],
      [false, false, true, false],
      [false, false, false, true],
    ]);
  });

  test('the other value of S is the same signature in the old form, and none in BIP-322', () => {
    const [, address, signature] = BITCOIN.at(-1) ?? ['', '', ''];
    const bytes = base64.decode(signature);
    const low = secp256k1.Signature.fromBytes(bytes.slice(1));
    const high = new secp256k1.Signature(low.r, secp256k1.Point.Fn.neg(low.s));
    const header = 31 + (((bytes[0] ?? 0) - 31) ^ 1);
    const other = base64.encode(Uint8Array.of(header, ...high.toBytes('compact')));
    const message = 'This is an example of a signed message.';
    expect(isSigned('bitcoin', message, { address, signature: other })).toBe(true);

    const witness = base64.decode(BITCOIN[1]?.[2] ?? '');
    const length = witness[1] ?? 0;
    const der = secp256k1.Signature.fromBytes(witness.slice(2, 1 + length), 'der');
    const highDer = new secp256k1.Signature(der.r, secp256k1.Point.Fn.neg(der.s)).toBytes('der');
    const changed = Uint8Array.of(2, highDer.length + 1, ...highDer, 1, ...witness.slice(2 + length));
    const again = { address: SEGWIT, signature: base64.encode(changed) };
    expect(isSigned('bitcoin', 'Hello World', again)).toBe(false);
  });

  test('only a signature of the whole is one: another kind of hash is refused', () => {
    const witness = base64.decode(BITCOIN[1]?.[2] ?? '');
    // SIGHASH_NONE instead of SIGHASH_ALL.
    witness[1 + (witness[1] ?? 0)] = 2;
    const changed = { address: SEGWIT, signature: base64.encode(witness) };
    expect(isSigned('bitcoin', 'Hello World', changed)).toBe(false);
  });
});

describe('on Ethereum', () => {
  /** The documentation of web3.eth.accounts.sign. */
  const signed = {
    address: '0x2c7536e3605d9c16a7a3d7b1898e529396a65c23',
    signature:
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
  };

  test('EIP-191, with or without 0x, and with either count of the point', () => {
    const { signature } = signed;
    const spellings = [signature, signature.slice(2).toUpperCase(), `${signature.slice(0, -2)}01`];
    for (const each of spellings) {
      expect(isSigned('ethereum', 'Some data', { ...signed, signature: each })).toBe(true);
    }
    expect(isSigned('ethereum', 'Some other data', signed)).toBe(false);
    expect(isSigned('tron', 'Some data', signed)).toBe(false);
  });

  test('S above the half is no signature', () => {
    const low = secp256k1.Signature.fromBytes(hexToBytes(signed.signature.slice(2, -2)));
    const high = new secp256k1.Signature(low.r, secp256k1.Point.Fn.neg(low.s));
    const signature = `0x${bytesToHex(high.toBytes('compact'))}1b`;
    expect(isSigned('ethereum', 'Some data', { ...signed, signature })).toBe(false);
  });

  test('an address with a wrong checksum has a typing error', () => {
    const right = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23';
    expect(normalAddress('ethereum', right)).toBe(right.toLowerCase());
    expect(normalAddress('ethereum', right.replace('c75', 'C75'))).toBeNull();
    expect(normalAddress('ethereum', `0x${right.slice(2).toUpperCase()}`)).toBe(right.toLowerCase());
  });
});

test('on TRON: TIP-191 as TronWeb 6.5.0 signs, and not as Ethereum', () => {
  const message = [
    'AIX WLT-01 Proof of Control',
    'version: 1',
    'purpose: prove_control_of_destination_address',
    'environment: dev',
    'challenge_id: wlt1poc_tronvector0000000000000001',
    'nonce: 2a1e4e0f9e576aedb108e6906a5a57c39c2989274938b70a6421eeaf0bf96bb7',
    'client_id: clt1client_tronvector',
    'destination_id: wlt1dest_tronvector0000000000001',
    'chain: tron',
    'network: mainnet',
    'address: TBVnfLnh9xL2RcUWziezQFL5P6Z4HekyRC',
    'address_hash: sha256:5be3a931301e28cf113ba59f6ebfad529ddad2ec680ed31697cc209262e034bc',
    'issued_at_utc: 2026-01-01T00:00:00.000Z',
    'expires_at_utc: 2026-01-01T00:15:00.000Z',
  ].join('\n');
  const signed = {
    address: 'TBVnfLnh9xL2RcUWziezQFL5P6Z4HekyRC',
    signature:
      '0x05a1743b8a390706509f13b0cb1b8e28bcd9ffdbcca1e444df3ef93895fc9a2a0eaa7224181393980803fd837b0768e97b1a4305714a142f00d44eb5fc6f48f01b',
  };
  expect(isSigned('tron', message, signed)).toBe(true);
  expect(isSigned('tron', `${message}\n`, signed)).toBe(false);
  const key = hexToBytes('22'.repeat(32));
  const asEther = { address: `0x${digitsOf(key)}`, signature: signPrefixed('Ethereum', 'Topline', key) };
  expect(isSigned('ethereum', 'Topline', asEther)).toBe(true);
  const asTron = { ...asEther, signature: signPrefixed('TRON', 'Topline', key) };
  expect(isSigned('ethereum', 'Topline', asTron)).toBe(false);
});

test('on Solana: the bytes alone (RFC 8032), in each spelling that wallets show', () => {
  const key = hexToBytes('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');
  const signature = hexToBytes(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  );
  const address = base58.encode(key);
  for (const each of [base58.encode(signature), base64.encode(signature), bytesToHex(signature)]) {
    expect(isSigned('solana', 'r', { address, signature: each })).toBe(true);
    expect(isSigned('solana', 's', { address, signature: each })).toBe(false);
  }
  expect(isSigned('solana', 'r', { address: 'r', signature: base58.encode(signature) })).toBe(false);
});

test('on Solana: with the header of its command line and of hardware wallets', () => {
  // The bytes that agave's own test has for "Test Message".
  const bytes = Uint8Array.of(
    ...[255, 115, 111, 108, 97, 110, 97, 32, 111, 102, 102, 99, 104, 97, 105, 110],
    ...[0, 0, 12, 0, 84, 101, 115, 116, 32, 77, 101, 115, 115, 97, 103, 101],
  );
  const key = hexToBytes('33'.repeat(32));
  const address = base58.encode(ed25519.getPublicKey(key));
  const signature = base58.encode(ed25519.sign(bytes, key));
  expect(isSigned('solana', 'Test Message', { address, signature })).toBe(true);
  expect(isSigned('solana', 'Test message', { address, signature })).toBe(false);
});

test('a text that is no signature has not signed, on any chain', () => {
  const addresses = {
    bitcoin: [SEGWIT, TAPROOT, '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV'],
    ethereum: ['0x2c7536e3605d9c16a7a3d7b1898e529396a65c23'],
    tron: ['TBVnfLnh9xL2RcUWziezQFL5P6Z4HekyRC'],
    solana: [base58.encode(new Uint8Array(32)), base58.encode(new Uint8Array(32).fill(255))],
  };
  const lengths = [0, 1, 63, 64, 65, 66, 67, 107, 700];
  const bytes = [0, 1, 27, 127, 255].flatMap((byte) => lengths.map((length) => new Uint8Array(length).fill(byte)));
  const written = bytes.flatMap((each) => [base64.encode(each), base58.encode(each), `0x${bytesToHex(each)}`]);
  for (const chain of CHAINS) {
    for (const signature of ['smp', '0x', '=', 'é', '\0', ...written]) {
      for (const address of addresses[chain]) {
        expect(isSigned(chain, 'Topline', { address, signature })).toBe(false);
      }
    }
    for (const address of ['', '0x', '\0', 'é', 'bc1q', '1'.repeat(100), 'z'.repeat(100)]) {
      expect(normalAddress(chain, address)).toBeNull();
    }
  }
});
