import type { Rising } from '../../src/resale/customers/price-contract.ts';
import { t } from '../lib/i18n.ts';
import { formatPounds } from './format-money.ts';
import { formatTime } from './time.tsx';

/** Prices that were raised, and from when they apply. */
export const RisingPrices = ({ rising }: { rising: readonly Rising[] }) => (
  <ul className="mt-1 list-disc ps-4">
    {rising.map(({ subject, price, percent, holdsFrom }) => (
      <li key={subject}>
        {t(`rates.rising.${subject}`, {
          price:
            price === null
              ? t('rates.rising.share', { percent: `${percent ?? 100} %` })
              : formatPounds(price),
          date: formatTime(holdsFrom),
        })}
      </li>
    ))}
  </ul>
);
