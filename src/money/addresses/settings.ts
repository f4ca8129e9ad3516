import { z } from 'zod';
import { sentence } from '../../platform/kit/errors.ts';
import { asMessage } from '../../platform/kit/faults.ts';
import { optional } from '../../platform/kit/settings.ts';
import { type Chain, COINS } from '../payments/catalogue.ts';
import { networkOf } from '../../shared/wallet-address.ts';
import { type ExtendedKey, type KeyChain, readExtendedKey } from '../../shared/extended-key.ts';

/** An address of a chain, with its checksum where the chain has one. */
export function walletAddress(chain: Chain) {
  const network = COINS.find((coin) => coin.chain === chain)?.network ?? chain;
  const wrong = asMessage(sentence('addressOfChain', { chain: network }));
  return z
    .string()
    .trim()
    .refine((text) => networkOf(chain, text) !== undefined, wrong);
}

const extendedKey = (chain: KeyChain) =>
  z.string().transform((text, context): ExtendedKey => {
    try {
      return readExtendedKey(text.trim(), chain);
    } catch (error) {
      // The library's own messages may repeat what was given.
      const message = error instanceof TypeError ? error.message : 'must be an extended public key';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });

/** The settings of addresses in the environment. */
export const addressEnvironment = {
  /** An account's key `m/84'/0'/0'`, from which each payment in Bitcoin gets an address of its own. */
  XPUB_BTC: optional(extendedKey('bitcoin')),
  /** An account's key `m/44'/60'/0'`, for ether and its tokens. */
  XPUB_ETH: optional(extendedKey('ethereum')),
};

const environment = z.object(addressEnvironment);

/** The keys from which addresses are derived, by their chain. */
export type KeySettings = Partial<Record<string, ExtendedKey>>;

/** The setting that holds the key of a chain. */
export const KEY_SETTINGS = { bitcoin: 'XPUB_BTC', ethereum: 'XPUB_ETH' } as const;

export const keysFrom = ({ XPUB_BTC, XPUB_ETH }: z.output<typeof environment>): KeySettings => ({
  ...(XPUB_BTC ? { bitcoin: XPUB_BTC } : {}),
  ...(XPUB_ETH ? { ethereum: XPUB_ETH } : {}),
});
