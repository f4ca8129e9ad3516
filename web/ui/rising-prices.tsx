import type { Rising } from '../../src/resale/customers/price-contract.ts';
import { formatPercent, t } from '../lib/i18n.ts';
import { formatPounds, formatTime } from './values.tsx';

/** Prices that were raised, and from when they apply. */
export const RisingPrices = ({ rising }: { rising: readonly Rising[] }) => (
  <ul className="mt-1 list-disc ps-4">
    {rising.map((each) => (
      <li key={each.subject}>{risingText(each)}</li>
    ))}
  </ul>
);

/** A raised price, and from when it applies. */
export function risingText({ subject, price, percent, byDestination, holdsFrom }: Rising): string {
  const date = formatTime(holdsFrom);
  if (byDestination && (subject === 'sms' || subject === 'voice'))
    return t(`rates.rising.${subject}ByDestination`, { date });
  const share = t('rates.rising.share', { percent: formatPercent(percent ?? 100) });
  return t(`rates.rising.${subject}`, { price: price === null ? share : formatPounds(price), date });
}
