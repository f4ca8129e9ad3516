import { findCoin } from '../../src/money/payments/catalogue.ts';
import type { QuotedRate } from '../../src/money/rates/contract.ts';
import { t } from '../lib/i18n.ts';
import { formatPounds } from './values.tsx';

/** The rate of a payment in a coin, and whose prices made it. */
export function QuotedRateText({ of: { cryptocurrency, rate, sources } }: { of: QuotedRate }) {
  const symbol = findCoin(cryptocurrency)?.symbol ?? '';
  return (
    <span className="block text-sm break-words text-muted">
      {t('payment.rate', { rate: `${rate} ${symbol}` })} {sourcesText(sources)}
    </span>
  );
}

function sourcesText(sources: QuotedRate['sources']): string {
  const named = sources.flatMap(({ source, price }) =>
    source === 'fixed' || price === null ? [] : [`${NAMES[source]} ${formatPounds(price)}`],
  );
  return named.length === 0 ? t('payment.rateFixed') : t('payment.rateSources', { prices: named.join(', ') });
}

/** These are proper names, the same in all languages. */
const NAMES = { kraken: 'Kraken', coinbase: 'Coinbase', coingecko: 'CoinGecko', binance: 'Binance' } as const;
