import { COINS } from '../../../../../src/money/payments/catalogue.ts';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { DayRange } from '../../../../ui/day-range.tsx';
import { Input, Options, Select } from '../../../../ui/field.tsx';
import { MoreFilters } from '../../../../ui/more-filters.tsx';
import { SearchInput } from '../../../../ui/search-input.tsx';
import { VERDICTS } from '../../../../../db/enums.ts';
import { PAYMENT_VIEWS } from '../../../../lib/payment-search.ts';
import { isNoAmount, type PaymentFilters, type PaymentView } from './payment-filters.ts';

interface PaymentFilterBarProps {
  view: PaymentView;
  onView: (view: PaymentView) => void;
  filters: PaymentFilters;
  onChange: (filters: PaymentFilters) => void;
}

/**
 * Which payments are shown: waiting or decided, by customer, coin, amount and day. A telephone shows the last ones when they
 * are asked for, so that the payments themselves are in sight.
 */
export function PaymentFilterBar({ view, onView, filters, onChange }: PaymentFilterBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Select
        aria-label={t('admin.history.show')}
        className="flex-1 basis-36 sm:w-auto! sm:flex-none"
        value={view}
        onChange={(event) => onView(PAYMENT_VIEWS.find((known) => known === event.target.value) ?? 'pending')}
      >
        <Options of={PAYMENT_VIEWS} name={(known) => t(`admin.history.${known}`)} />
      </Select>
      <SearchInput
        label={t('admin.history.search')}
        value={filters.find ?? ''}
        shortcut="/"
        onChange={(find) => onChange({ ...filters, find: find || undefined })}
      />
      <Select
        aria-label={t('admin.history.filterCoin')}
        className="flex-1 basis-36 sm:w-auto! sm:flex-none"
        value={filters.coin ?? ''}
        onChange={(event) => onChange({ ...filters, coin: COINS.find(({ id }) => id === event.target.value)?.id })}
      >
        <option value="">{t('admin.history.anyCoin')}</option>
        <Options of={COINS} />
      </Select>
      <Select
        aria-label={t('admin.queue.filterVerdict')}
        className="flex-1 basis-36 sm:w-auto! sm:flex-none"
        value={filters.verdict ?? ''}
        onChange={(event) => onChange({ ...filters, verdict: VERDICTS.find((known) => known === event.target.value) })}
      >
        <option value="">{t('admin.queue.anyVerdict')}</option>
        <Options of={VERDICTS} name={(verdict) => t(`admin.evidence.verdict.${verdict}`)} />
      </Select>
      {view === 'pending' && (
        <Button
          variant="secondary"
          aria-pressed={filters.mine === 'yes'}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => onChange({ ...filters, mine: filters.mine ? undefined : 'yes' })}
        >
          {t('admin.queue.mine')}
        </Button>
      )}
      <MoreFilters open={false}>
        {(
          [
            ['min', 'from'],
            ['max', 'to'],
          ] as const
        ).map(([bound, name]) => (
          <Input
            key={bound}
            inputMode="decimal"
            aria-label={t(`admin.history.${name}`)}
            placeholder={t(`admin.history.${name}`)}
            className="flex-1 basis-32 sm:w-32! sm:flex-none"
            aria-invalid={isNoAmount(filters[bound]) || undefined}
            value={filters[bound] ?? ''}
            onChange={(event) => onChange({ ...filters, [bound]: event.target.value || undefined })}
          />
        ))}
        <DayRange
          from={filters.since}
          to={filters.until}
          onChange={({ from: since, to: until }) => onChange({ ...filters, since, until })}
        />
      </MoreFilters>
      {(isNoAmount(filters.min) || isNoAmount(filters.max)) && (
        <p role="alert" className="basis-full text-sm text-danger">
          {t('admin.history.amountWrong', { whole: '1000', pence: '49.50' })}
        </p>
      )}
    </div>
  );
}
