import type { User } from '../../../src/callers/contract.ts';
import type { NumberCountry, Tier } from '../../../src/services/numbers/catalogue.ts';
import { countryName } from '../../lib/country-name.ts';
import { t } from '../../lib/i18n.ts';
import { useRates } from '../../lib/use-rates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { formatPounds } from '../../ui/format-money.ts';
import { Money } from '../../ui/money.tsx';
import { paysLess } from './number-price.ts';

const TONES: Record<Tier, Tone> = {
  Premium: 'warning',
  Advanced: 'accent',
  Standard: 'neutral',
  Value: 'success',
};

interface CountryCardProps {
  country: NumberCountry;
  user: User;
  picked: boolean;
  onPick: () => void;
}

/** A country with its tier and what a month costs this user; pressing it picks it. */
export function CountryCard({ country: row, user, picked, onPick }: CountryCardProps) {
  const now = new Date();
  const price = useRates(user.id)?.numbers[row.countryCode];
  return (
    <button
      type="button"
      aria-pressed={picked}
      onClick={onPick}
      className="flex h-full w-full items-center gap-3 rounded-md border border-line-strong/60 bg-surface px-3 py-2.5 text-start transition-colors hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft"
    >
      <span
        aria-hidden
        className="flex h-8 w-9 shrink-0 items-center justify-center rounded-sm bg-sunken text-xs font-semibold text-muted"
      >
        {row.countryCode}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={countryName(row)}>
          {countryName(row)}
        </span>
        <Badge tone={TONES[row.tier]}>{t(`numbers.tier.${row.tier}`)}</Badge>
      </span>
      <span className="shrink-0 text-end">
        <span className="block font-semibold">{price === undefined ? '–' : <Money value={price} />}</span>
        {paysLess(user, now) ? (
          <s
            aria-label={t('numbers.countries.standardPrice', { price: formatPounds(row.monthlyPrice) })}
            className="text-sm text-muted"
          >
            <Money value={row.monthlyPrice} />
          </s>
        ) : (
          <span className="text-sm text-muted">{t('numbers.countries.perMonth')}</span>
        )}
      </span>
    </button>
  );
}
