import { z } from 'zod';
import { httpAddress, optional, withDefault, whole } from '../../platform/kit/settings.ts';
import { walletAddress } from '../addresses/settings.ts';
import { type Chain, type CoinId, findCoin } from '../payments/catalogue.ts';

/** Several addresses, separated by commas: if one fails, the next is asked. */
const addresses = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(httpAddress).max(3, 'at most 3 addresses'));

/**
 * How a node shows what contracts have paid: by `trace_block` (Erigon, Nethermind, Besu, Reth), or by
 * `debug_traceBlockByNumber` with its call tracer (Geth and others).
 */
export type TraceForm = 'trace' | 'debug';

const confirmations = whole(1, 1000);

/** The chains' settings in the environment. */
export const chainEnvironment = {
  /** An address of an Esplora server, e.g. `https://blockstream.info/api`. */
  CHAIN_BTC_URL: optional(addresses),
  CHAIN_ETH_URL: optional(addresses),
  /** How the endpoints of Ethereum show ether that contracts pay; `off`: it is not found. */
  CHAIN_ETH_TRACES: withDefault(z.enum(['off', 'trace', 'debug']), 'off'),
  CHAIN_SOL_URL: optional(addresses),
  /** The HTTP interface of a full node, e.g. `https://api.trongrid.io`. */
  CHAIN_TRON_URL: optional(addresses),
  CONFIRMATIONS_BTC: optional(confirmations),
  CONFIRMATIONS_ETH: optional(confirmations),
  USDT_ERC20_CONTRACT: optional(walletAddress('ethereum')),
  USDT_TRC20_CONTRACT: optional(walletAddress('tron')),
};

const environment = z.object(chainEnvironment);
type ChainEnvironment = z.output<typeof environment>;

/** The endpoints of the chains, and the conditions for a payment. */
export interface ChainSettings {
  /** In the order in which they are asked; empty: the chain is not watched. */
  endpoints: Record<Chain, readonly string[]>;
  coins: Record<CoinId, CoinOnChain>;
  /** Null: ether that contracts pay is not found. */
  etherTraces: TraceForm | null;
}

export interface CoinOnChain {
  /** Null for a chain that says "final" and does not count. */
  confirmations: number | null;
  /** The token's contract, if the coin is a token. */
  contract: string | null;
}

/** The setting that names the endpoints of a chain. */
export const ENDPOINT_SETTINGS = {
  bitcoin: 'CHAIN_BTC_URL',
  ethereum: 'CHAIN_ETH_URL',
  solana: 'CHAIN_SOL_URL',
  tron: 'CHAIN_TRON_URL',
} as const satisfies Record<Chain, keyof typeof chainEnvironment>;

/** Settings that are absent have the catalogue's values. */
export const chainsFrom = (settings: ChainEnvironment): ChainSettings => ({
  endpoints: {
    bitcoin: settings.CHAIN_BTC_URL ?? [],
    ethereum: settings.CHAIN_ETH_URL ?? [],
    solana: settings.CHAIN_SOL_URL ?? [],
    tron: settings.CHAIN_TRON_URL ?? [],
  },
  etherTraces: settings.CHAIN_ETH_TRACES === 'off' ? null : settings.CHAIN_ETH_TRACES,
  coins: {
    BTC: onChain('BTC', { confirmations: settings.CONFIRMATIONS_BTC }),
    ETH: onChain('ETH', { confirmations: settings.CONFIRMATIONS_ETH }),
    USDT_ERC20: onChain('USDT_ERC20', {
      confirmations: settings.CONFIRMATIONS_ETH,
      contract: settings.USDT_ERC20_CONTRACT,
    }),
    USDT_TRC20: onChain('USDT_TRC20', { contract: settings.USDT_TRC20_CONTRACT }),
    SOL: onChain('SOL', {}),
  },
});

function onChain(id: CoinId, set: { confirmations?: number | undefined; contract?: string | undefined }): CoinOnChain {
  const coin = findCoin(id);
  return {
    confirmations: set.confirmations ?? coin?.confirmations ?? null,
    contract: set.contract ?? coin?.contract ?? null,
  };
}
