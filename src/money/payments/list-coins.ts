import type { Config } from '../config.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import { COINS, type Coin } from './catalogue.ts';
import type { CoinOffer } from './contract.ts';

/** The coins that have a wallet to pay to, in the catalogue's order. */
export function listCoins({ deps: { config } }: { deps: { config: Config } }): CoinOffer[] {
  return COINS.flatMap((coin) => {
    const offer = offerOf(config, coin);
    return offer ? [offer] : [];
  });
}

/** One coin as it is offered at this moment; null where it has no wallet. */
export function offerOf(config: Config, coin: Coin): CoinOffer | null {
  const wallet = config.wallets[coin.id];
  if (!wallet) return null;
  return {
    id: coin.id,
    name: coin.name,
    symbol: coin.symbol,
    network: coin.network,
    rate: config.rates[coin.rate],
    minimum: formatMoney(parseMoney(config.minTopUpGbp)),
    walletAddress: wallet.address,
    demo: wallet.demo,
    decimals: coin.decimals,
    ...config.chains.coins[coin.id],
  };
}
