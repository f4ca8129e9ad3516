import type { Chain, CoinId } from '../payments/catalogue.ts';
import type { ChainSettings } from './settings.ts';

/**
 * The confirmations after which a chain no longer drops a transaction, by its own measure: six blocks of Bitcoin, and two
 * epochs of Ethereum. TRON and Solana say "final", which is one.
 */
const FINAL_AFTER: Record<Chain, number> = { bitcoin: 6, ethereum: 64, tron: 1, solana: 1 };

/** Tells whether a transaction can no longer go away. An operator may wait for more confirmations than that. */
export const isFinal = (
  { coins }: Pick<ChainSettings, 'coins'>,
  { id, chain }: { id: CoinId; chain: Chain },
  confirmations: number,
): boolean => confirmations >= Math.max(FINAL_AFTER[chain], coins[id].confirmations ?? 1);
