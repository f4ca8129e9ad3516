/** Settings of the environment that administrators can set in the panel as well, beside those of carriers. */
export const KEPT_SETTINGS = {
  mail: ['MAIL_SMTP_URL', 'MAIL_FROM', 'MAIL_SUPPORT', 'SUPPORT_CHAT', 'SUPPORT_WHATSAPP'],
  wallets: [
    ...(['WALLET_BTC', 'WALLET_ETH', 'WALLET_USDT_ERC20', 'WALLET_USDT_TRC20', 'WALLET_SOL'] as const),
    ...(['XPUB_BTC', 'XPUB_ETH'] as const),
  ],
  chains: [
    ...(['CHAIN_BTC_URL', 'CHAIN_ETH_URL', 'CHAIN_ETH_TRACES', 'CHAIN_SOL_URL', 'CHAIN_TRON_URL'] as const),
    ...(['CONFIRMATIONS_BTC', 'CONFIRMATIONS_ETH'] as const),
  ],
  rates: ['RATE_SOURCE', 'RATE_BTC', 'RATE_ETH', 'RATE_USDT', 'RATE_SOL'],
  screening: ['SCREENING_URL', 'SCREENING_TOKEN', 'SCREENING_SECONDS'],
} as const;

/** Passwords and keys of providers are in these, so that their values are shown to nobody; nor are those of carriers. */
export const HIDDEN_SETTINGS: ReadonlySet<string> = new Set([
  ...['MAIL_SMTP_URL', 'SCREENING_URL', 'SCREENING_TOKEN'],
  ...['CHAIN_BTC_URL', 'CHAIN_ETH_URL', 'CHAIN_SOL_URL', 'CHAIN_TRON_URL'],
]);

/** Values by the names of their settings. */
export type KeptValues = Readonly<Record<string, string>>;

export interface Kept {
  values: KeptValues;
  /** The time of the last change; empty: there was none. */
  at: string;
}
