import { CHAINS, COIN_IDS } from '../../../db/enums.ts';

/**
 * The coins that a customer can pay with. A new coin needs a new row here, and its address and rate in the settings.
 */

/** The chain of a transaction hash: a hash counts once per chain. */
export type Chain = (typeof CHAINS)[number];

export interface Coin {
  id: (typeof COIN_IDS)[number];
  name: string;
  /** The coin's symbol in an amount, e.g. `0.0018 BTC`. */
  symbol: string;
  network: string;
  chain: Chain;
  /** Name of the `RATE_…` setting: both kinds of USDT share one. */
  rate: 'BTC' | 'USDT' | 'ETH' | 'SOL';
  /** Places of the coin's smallest unit. */
  decimals: number;
  /**
   * The decimal place in which quotes differ: one step is worth less than a hundredth of a penny. For Bitcoin, whose
   * smallest unit is worth more than that, the step is the smallest unit.
   */
  quotePlaces: number;
  /** Confirmations to wait for; null for a chain that says "final" and does not count. */
  confirmations: number | null;
  /** The token's contract, if the coin is a token. A token is matched by its contract, never by its name. */
  contract: string | null;
  /** By what one transaction can pay an address several times; null if it pays only once. */
  outputs: 'output' | 'log' | 'instruction' | null;
  /** Block explorer page of a transaction. */
  explorer: (hash: string) => string;
}

export const COINS: readonly Coin[] = [
  {
    id: 'BTC',
    name: 'Bitcoin',
    symbol: 'BTC',
    network: 'Bitcoin',
    chain: 'bitcoin',
    rate: 'BTC',
    decimals: 8,
    quotePlaces: 8,
    confirmations: 2,
    contract: null,
    outputs: 'output',
    explorer: (hash) => `https://mempool.space/tx/${hash}`,
  },
  {
    id: 'USDT_TRC20',
    name: 'Tether (TRC-20)',
    symbol: 'USDT',
    network: 'TRON',
    chain: 'tron',
    rate: 'USDT',
    decimals: 6,
    quotePlaces: 6,
    confirmations: null,
    contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    outputs: 'log',
    explorer: (hash) => `https://tronscan.org/#/transaction/${hash}`,
  },
  {
    id: 'USDT_ERC20',
    name: 'Tether (ERC-20)',
    symbol: 'USDT',
    network: 'Ethereum',
    chain: 'ethereum',
    rate: 'USDT',
    decimals: 6,
    quotePlaces: 6,
    confirmations: 12,
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    outputs: 'log',
    explorer: (hash) => `https://etherscan.io/tx/${hash}`,
  },
  {
    id: 'ETH',
    name: 'Ethereum',
    symbol: 'ETH',
    network: 'Ethereum',
    chain: 'ethereum',
    rate: 'ETH',
    decimals: 18,
    quotePlaces: 8,
    confirmations: 12,
    contract: null,
    outputs: null,
    explorer: (hash) => `https://etherscan.io/tx/${hash}`,
  },
  {
    id: 'SOL',
    name: 'Solana',
    symbol: 'SOL',
    network: 'Solana',
    chain: 'solana',
    rate: 'SOL',
    decimals: 9,
    quotePlaces: 8,
    confirmations: null,
    contract: null,
    outputs: 'instruction',
    explorer: (hash) => `https://explorer.solana.com/tx/${hash}`,
  },
];

export type CoinId = Coin['id'];

export const findCoin = (id: string | null): Coin | undefined => COINS.find((coin) => coin.id === id);

/**
 * The number of what a transaction moves of Ethereum's own coin: one transaction may pay an address ether and tokens, whose
 * outputs are its logs. No transaction has as many logs.
 */
export const COIN_OUTPUT = 1_000_000;

/** The amounts of quotes for one price differ by no more than this, in pounds. */
export const ROOM_GBP = '0.10';

/** The balance that the billing screen recommends, in whole pounds. */
export const ADVISED_CREDIT_GBP = 50;

/** Presets of the amount field, in whole pounds. */
export const TOP_UP_PRESETS_GBP = [
  { amount: 50, note: 'minimum' },
  { amount: 100, note: null },
  { amount: 250, note: 'popular' },
] as const;

/**
 * The largest single purchase of credit, in whole pounds. A balance is decimal(10,2); the limit prevents a typing
 * error from filling it.
 */
export const MAX_TOP_UP_GBP = 1_000_000;

/**
 * An amount with its coin's symbol, as people read it: `127.000000 USDT`. Amounts have eight places; a coin that has fewer shows
 * its own, unless more were typed.
 */
export function coinText(amount: string, coinId: string | null): string {
  const { decimals = 8, symbol = '' } = findCoin(coinId) ?? {};
  const [whole = '', places = ''] = amount.split('.');
  const isShorter = decimals < places.length && /^0*$/.test(places.slice(decimals));
  return `${isShorter ? `${whole}.${places.slice(0, decimals)}` : amount} ${symbol}`.trim();
}
