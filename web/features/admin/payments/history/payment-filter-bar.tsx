import { COINS } from '../../../../../src/money/payments/catalogue.ts';
import { AMOUNT_EXAMPLES } from '../../../../lib/examples.ts';
import { t } from '../../../../lib/i18n.ts';
import { DayRange } from '../../../../ui/day-range.tsx';
import { Input, Select } from '../../../../ui/field.tsx';
import { SearchInput } from '../../../../ui/search-input.tsx';
import { isNoAmount, PAYMENT_VIEWS, type PaymentFilters, type PaymentView } from './payment-filters.ts';

interface PaymentFilterBarProps {
  view: PaymentView;
  onView: (view: PaymentView) => void;
  filters: PaymentFilters;
  onChange: (filters: PaymentFilters) => void;
}

/** Which payments are shown: waiting or decided, by customer, coin, amount and day. */
export function PaymentFilterBar({ view, onView, filters, onChange }: PaymentFilterBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Select
        aria-label={t('admin.history.show')}
        className="flex-1 basis-36 sm:w-auto! sm:flex-none"
        value={view}
        onChange={(event) => onView(PAYMENT_VIEWS.find((known) => known === event.target.value) ?? 'pending')}
      >
        {PAYMENT_VIEWS.map((known) => (
          <option key={known} value={known}>
            {t(`admin.history.${known}`)}
          </option>
        ))}
      </Select>
      <SearchInput
        label={t('admin.history.search')}
        value={filters.search ?? ''}
        onChange={(search) => onChange({ ...filters, search })}
      />
      <Select
        aria-label={t('admin.history.filterCoin')}
        className="flex-1 basis-36 sm:w-auto! sm:flex-none"
        value={filters.coin ?? ''}
        onChange={(event) =>
          onChange({ ...filters, coin: COINS.find(({ id }) => id === event.target.value)?.id })
        }
      >
        <option value="">{t('admin.history.anyCoin')}</option>
        {COINS.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {(['from', 'to'] as const).map((bound) => (
        <Input
          key={bound}
          inputMode="decimal"
          aria-label={t(`admin.history.${bound}`)}
          placeholder={t(`admin.history.${bound}`)}
          className="flex-1 basis-32 sm:w-32! sm:flex-none"
          aria-invalid={isNoAmount(filters[bound]) || undefined}
          value={filters[bound] ?? ''}
          onChange={(event) => onChange({ ...filters, [bound]: event.target.value })}
        />
      ))}
      <DayRange
        from={filters.firstDay}
        to={filters.lastDay}
        onChange={({ from: firstDay, to: lastDay }) => onChange({ ...filters, firstDay, lastDay })}
      />
      {(isNoAmount(filters.from) || isNoAmount(filters.to)) && (
        <p role="alert" className="basis-full text-sm text-danger">
          {t('admin.history.amountWrong', AMOUNT_EXAMPLES)}
        </p>
      )}
    </div>
  );
}
