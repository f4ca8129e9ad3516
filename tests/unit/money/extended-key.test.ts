import { HDKey } from '@scure/bip32';
import { checksummed, firstAddresses, type KeyChain, readExtendedKey } from '../../../src/shared/extended-key.ts';
import { readConfig } from '../../../src/config.ts';
import { ANVIL_WORDS, BIP84_WORDS, keyOf } from '../../chain/kit/keys.ts';

/** The account that BIP-84 prints, and what it derives from it. */
const BIP84 =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const BIP84_ADDRESSES = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'];
const FIRST_TEST_ADDRESS = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';

test('the addresses of BIP-84 are those that it prints', () => {
  expect(keyOf(BIP84_WORDS, "m/84'/0'/0'", 'zpub').publicExtendedKey).toBe(BIP84);
  const key = readExtendedKey(BIP84, 'bitcoin');
  expect(key).toMatchObject({ form: 'zpub', chain: 'bitcoin' });
  expect(firstAddresses(key).slice(0, 2)).toEqual(BIP84_ADDRESSES);
  const asXpub = readExtendedKey(keyOf(BIP84_WORDS, "m/84'/0'/0'").publicExtendedKey, 'bitcoin');
  expect(asXpub.form).toBe('xpub');
  expect(firstAddresses(asXpub)).toEqual(firstAddresses(key));
  expect(asXpub.id).not.toBe(key.id);
  for (const form of ['vpub', 'tpub'] as const) {
    const test = readExtendedKey(keyOf(BIP84_WORDS, "m/84'/1'/0'", form).publicExtendedKey, 'bitcoin');
    expect(test.addressAt(0)).toBe(FIRST_TEST_ADDRESS);
  }
});

test('public derivation is that of BIP-32, test vector 2', () => {
  const master = HDKey.fromExtendedKey(
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
  );
  expect(master.deriveChild(0).publicExtendedKey).toBe(
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  );
});

test('Ethereum addresses are those of the development wallet, with their checksums', () => {
  const key = readExtendedKey(keyOf(ANVIL_WORDS, "m/44'/60'/0'").publicExtendedKey, 'ethereum');
  expect(firstAddresses(key)).toEqual([
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  ]);
  // Printed in EIP-55.
  for (const address of [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ]) {
    expect(checksummed(address.slice(2).toLowerCase())).toBe(address);
  }
});

const account = keyOf(BIP84_WORDS, "m/84'/0'/0'", 'zpub');
test.each<[what: string, chain: KeyChain, key: string, says: RegExp]>([
  ['a private key', 'bitcoin', account.privateExtendedKey, /is private/],
  ['a private key', 'ethereum', keyOf(ANVIL_WORDS, "m/44'/60'/0'").privateExtendedKey, /is private/],
  ['a typing error', 'bitcoin', BIP84.replace('zpub6rFR', 'zpub6rFS'), /typing error/],
  ['an address', 'bitcoin', BIP84_ADDRESSES[0] ?? '', /typing error/],
  ['the key of a wallet', 'bitcoin', keyOf(BIP84_WORDS, 'm', 'zpub').publicExtendedKey, /of an account/],
  ['the key of a chain', 'ethereum', keyOf(ANVIL_WORDS, "m/44'/60'/0'/0").publicExtendedKey, /of an account/],
  ['a key for Bitcoin', 'ethereum', BIP84, /extended public key: xpub/],
])('%s as the key for %s is refused at the start, and not repeated', (_, chain, key, says) => {
  const name = chain === 'bitcoin' ? 'XPUB_BTC' : 'XPUB_ETH';
  const start = () => readConfig({ DATABASE_URL: 'postgres://localhost/x', [name]: key });
  expect(start).toThrow(says);
  expect(start).toThrow(name);
  try {
    start();
  } catch (error) {
    expect(String(error)).not.toContain(key);
  }
});
