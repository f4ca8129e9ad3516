import { z } from 'zod';
import type { Config as EdgeConfig } from '../edge/config.ts';
import { faultText } from '../platform/kit/faults.ts';
import { parseMoney, ZERO } from '../platform/kit/money.ts';
import { httpAddress, onOff, optional, quota, withDefault } from '../platform/kit/settings.ts';
import { SHARED_INDEX } from '../shared/extended-key.ts';
import { addressEnvironment, type KeySettings, keysFrom, walletAddress } from './addresses/settings.ts';
import { allowanceEnvironment, type AllowanceSettings, allowancesFrom } from './allowances/settings.ts';
import { automaticEnvironment, type AutomaticSettings, automaticFrom } from './automatic/settings.ts';
import { chainEnvironment, type ChainSettings, chainsFrom } from './chain/settings.ts';
import { COIN_IDS } from '../../db/enums.ts';
import { type CoinId, findCoin } from './payments/catalogue.ts';
import { screeningEnvironment, type ScreeningSettings, screeningFrom } from './screening/settings.ts';
import { rateEnvironment, type RateSettings, ratesFrom } from './rates/settings.ts';
import type { Kept, KeptValues } from '../shared/kept-settings.ts';
import { STANDARD_VOICE_RATE_GBP } from '../shared/voice-rates.ts';

const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number');
const rate = decimal.regex(/[1-9]/, faultText('amountZero'));
const pence = z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be pounds with at most 2 decimals');

/** Each one may hold an amount, or an address, that no other customer can get. */
const OPEN_QUOTES = 3;

/** Money's settings in the environment. */
export const moneyEnvironment = {
  /** `on`: customers may pay for what nobody delivers, and pay to addresses that belong to nobody. For trials. */
  SELL_SIMULATED: optional(onOff),
  WALLET_BTC: optional(walletAddress('bitcoin')),
  WALLET_ETH: optional(walletAddress('ethereum')),
  WALLET_USDT_ERC20: optional(walletAddress('ethereum')),
  WALLET_USDT_TRC20: optional(walletAddress('tron')),
  WALLET_SOL: optional(walletAddress('solana')),
  RATE_BTC: withDefault(rate, '0.000018'),
  RATE_USDT: withDefault(rate, '1.27'),
  RATE_ETH: withDefault(rate, '0.016'),
  RATE_SOL: withDefault(rate, '0.26'),
  MIN_TOPUP_GBP: withDefault(pence, '50'),
  QUOTE_MINUTES: withDefault(z.coerce.number().int().min(1).max(1440), 20),
  PENDING_PAYMENTS: quota(10),
  PENDING_PAYMENT_DAYS: withDefault(z.coerce.number().int().min(1).max(365), 14),
  VOICE_RATE_GBP: withDefault(pence, STANDARD_VOICE_RATE_GBP),
  LOSS_ALARM_GBP: withDefault(pence, '1'),
  VIES_URL: optional(httpAddress),
  /** With the id and the secret of our client: HMRC answers nobody else. */
  HMRC_VAT_URL: optional(httpAddress),
  TRIAL_CREDIT_GBP: withDefault(pence, '0'),
  TRIAL_CREDIT_PER_DAY_GBP: withDefault(pence, '20'),
  ...addressEnvironment,
  ...allowanceEnvironment,
  ...automaticEnvironment,
  ...chainEnvironment,
  ...rateEnvironment,
  ...screeningEnvironment,
};

const environment = z.object(moneyEnvironment);
type Settings = z.output<typeof environment>;

export interface Wallet {
  address: string;
  /** The address is a demonstration address, to which nobody must pay. */
  demo: boolean;
}

export interface Config extends EdgeConfig {
  /** What the environment itself says of those settings that administrators can set as well. */
  ownEnvironment: KeptValues;
  /** When administrators last changed one of them before this process read them, as PostgreSQL writes it; empty: never. */
  keptAt: string;
  /** The same environment's settings beside what administrators set. @throws {ConfigError} */
  withKept(kept: Kept): this;
  /**
   * True if something may be sold through simulated carriers, and coins be taken at demonstration addresses: as a
   * demonstration on the embedded database, or where a setting says so.
   */
  sellSimulated: boolean;
  /** Only coins with a wallet are offered. */
  wallets: Partial<Record<CoinId, Wallet>>;
  /** Coins that are not offered, because the address that is set for them is a demonstration address. */
  demoCoins: readonly CoinId[];
  /** From which each payment gets an address of its own, by chain. */
  addressKeys: KeySettings;
  /** The operator's own rates, coin per pound, decimal strings. */
  rates: Record<'BTC' | 'USDT' | 'ETH' | 'SOL', string>;
  minTopUpGbp: string;
  /** For how long a quote's price holds. */
  quoteMinutes: number;
  /** How many payments of an account may wait for a decision; null: any number. */
  pendingPayments: number | null;
  /** How many unpaid quotes of an account may be open; null: any number. */
  openQuotes: number | null;
  /** A payment without a decision is closed after this many days. */
  pendingPaymentDays: number;
  voiceRateGbp: string;
  /** Administrators are told when a destination loses more than this on a day. */
  lossAlarmGbp: string;
  /** The addresses of the offices that check VAT numbers; null: none is asked. */
  vatOffices: { vies: string | null; hmrc: string | null };
  /** The trial credit for a confirmed address; null: none. */
  trialCreditGbp: string | null;
  /** The most that all trial credits of a day may come to. */
  trialPerDayGbp: string;
  /** The limits for accounts besides their spend limits, and the closed destinations. */
  allowances: AllowanceSettings;
  /** Which payments are verified without a person; null: none. */
  automatic: AutomaticSettings;
  /** The endpoints where payments are looked up, and the conditions for a payment. */
  chains: ChainSettings;
  /** This service is asked about the addresses that send payments; null: nobody. */
  screening: ScreeningSettings;
  /** The sources of the coins' prices. */
  rateSettings: RateSettings;
}

/**
 * Well-known addresses to which no real money should go: the Bitcoin genesis block's, and the "zero" or burn
 * accounts of the other chains. They are marked, and let the demonstration run end to end.
 */
const DEMO_ADDRESSES: Record<CoinId, string> = {
  BTC: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  ETH: '0x000000000000000000000000000000000000dEaD',
  USDT_ERC20: '0x000000000000000000000000000000000000dEaD',
  USDT_TRC20: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  SOL: '1nc1nerator11111111111111111111111111111111',
};

/**
 * @param embedded whether the program starts a PostgreSQL of its own, as a demonstration does
 * @param limited whether rate limits are on
 */
export function moneyFrom(
  settings: Settings,
  { embedded, limited }: { embedded: boolean; limited: boolean },
): Omit<Config, keyof EdgeConfig | 'ownEnvironment' | 'keptAt' | 'withKept'> {
  const sellSimulated = settings.SELL_SIMULATED ?? embedded;
  const wallets = walletsFrom(settings, embedded);
  const demoCoins = sellSimulated ? [] : COIN_IDS.filter((id) => wallets[id]?.demo);
  for (const id of demoCoins) delete wallets[id];
  return {
    ...{ sellSimulated, wallets, demoCoins },
    addressKeys: keysFrom(settings),
    rates: { BTC: settings.RATE_BTC, USDT: settings.RATE_USDT, ETH: settings.RATE_ETH, SOL: settings.RATE_SOL },
    minTopUpGbp: settings.MIN_TOPUP_GBP,
    quoteMinutes: settings.QUOTE_MINUTES,
    pendingPayments: limited ? settings.PENDING_PAYMENTS : null,
    openQuotes: limited ? OPEN_QUOTES : null,
    pendingPaymentDays: settings.PENDING_PAYMENT_DAYS,
    voiceRateGbp: settings.VOICE_RATE_GBP,
    lossAlarmGbp: settings.LOSS_ALARM_GBP,
    vatOffices: { vies: settings.VIES_URL ?? null, hmrc: settings.HMRC_VAT_URL ?? null },
    trialPerDayGbp: settings.TRIAL_CREDIT_PER_DAY_GBP,
    trialCreditGbp: parseMoney(settings.TRIAL_CREDIT_GBP) === ZERO ? null : settings.TRIAL_CREDIT_GBP,
    allowances: allowancesFrom(settings, limited),
    automatic: automaticFrom(settings),
    chains: chainsFrom(settings),
    rateSettings: ratesFrom(settings),
    screening: screeningFrom(settings),
  };
}

/** Where a key is set and no address, those who ask for no quote pay to the key's first address. */
function walletsFrom(settings: Settings, embedded: boolean): Config['wallets'] {
  const wallets: Config['wallets'] = {};
  const keys = keysFrom(settings);
  for (const id of COIN_IDS) {
    const address = settings[`WALLET_${id}`] ?? keys[findCoin(id)?.chain ?? '']?.addressAt(SHARED_INDEX);
    if (address) wallets[id] = { address, demo: isDemo(address) };
    else if (embedded) wallets[id] = { address: DEMO_ADDRESSES[id], demo: true };
  }
  return wallets;
}

/** Addresses of Ethereum are the same in any letter case. */
const isDemo = (address: string) =>
  Object.values(DEMO_ADDRESSES).some((demo) =>
    demo.startsWith('0x') ? demo.toLowerCase() === address.toLowerCase() : demo === address,
  );
