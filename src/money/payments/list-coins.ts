import type { Queryable } from '../../../db/client.ts';
import type { Config } from '../config.ts';
import { Problem, invalidField, sentence } from '../../platform/kit/errors.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import type { SetValues } from '../../platform/settings/read-settings.ts';
import { type CurrentRate, currentRates } from '../rates/current.ts';
import { COINS, type Coin, type CoinId, findCoin } from './catalogue.ts';
import type { CoinOffer } from './contract.ts';
import { minimumOf, readPaymentSettings } from './read-top-up.ts';
import { fault } from '../../platform/kit/faults.ts';

interface Host {
  db: Queryable;
  config: Config;
  now: Date;
}

/** A coin as it is offered, and the source of its price. */
export interface RatedOffer extends CoinOffer {
  sources: CurrentRate['sources'];
}

/** The coins that have a wallet address and a rate and are not switched off, in the catalogue's order. */
export async function listCoins({ db, config, now }: Host): Promise<CoinOffer[]> {
  const set = await readPaymentSettings(db, now);
  const rates = await currentRates(db, config, now, set);
  const minimum = minimumOf({ config, set });
  return COINS.flatMap((coin) => {
    const isOff = set.of('coin', coin.id) === 'off';
    const offer = isOff ? null : offerOf(config, coin, { rated: rates[coin.rate], minimum });
    if (!offer) return [];
    const { sources: _, ...shown } = offer;
    return [shown];
  });
}

/**
 * The present offer of the coin that a customer wants to pay in.
 * @throws validation_failed (cryptocurrency), unavailable (its price is not certain now)
 */
export async function readOffer(host: Host & { set: SetValues }, coinId: CoinId | null): Promise<RatedOffer> {
  const coin = findCoin(coinId);
  if (!coin) throw invalidField('cryptocurrency', fault('coinMissing'));
  if (!host.config.wallets[coin.id] || host.set.of('coin', coin.id) === 'off') {
    throw invalidField('cryptocurrency', sentence('coinNotOffered', { coin: coin.name }));
  }
  const rates = await currentRates(host.db, host.config, host.now, host.set);
  const offer = offerOf(host.config, coin, { rated: rates[coin.rate], minimum: minimumOf(host) });
  if (!offer || offer.paused) {
    throw new Problem('unavailable', sentence('coinUncertain', { coin: coin.name }));
  }
  return offer;
}

function offerOf(
  config: Config,
  coin: Coin,
  { rated, minimum }: { rated: CurrentRate | undefined; minimum: string },
): RatedOffer | null {
  const wallet = config.wallets[coin.id];
  if (!wallet || !rated) return null;
  return {
    id: coin.id,
    name: coin.name,
    symbol: coin.symbol,
    network: coin.network,
    ...rated,
    minimum: formatMoney(parseMoney(minimum)),
    walletAddress: wallet.address,
    demo: wallet.demo,
    decimals: coin.decimals,
    ...config.chains.coins[coin.id],
    watched: config.chains.endpoints[coin.chain].length > 0,
  };
}
