import { transactionType } from '../../../src/money/payments/contract.ts';
import { SPEND_MONTHS } from '../../../src/money/statements/catalogue.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { type Period, PRESETS, presetPeriod } from './period.ts';

interface PeriodFilterProps {
  period: Period;
  onChange: (period: Period) => void;
  /** The fault of the days, in a sentence. */
  error: string | undefined;
}

/** Which days and which type a statement is about. */
export function PeriodFilter({ period, onChange, error }: PeriodFilterProps) {
  return (
    <div className="flex flex-col gap-3 border-b border-line px-5 pt-1 pb-4">
      <div className="flex flex-wrap gap-2">
        {PRESETS.map((preset) => (
          <Button
            key={preset}
            size="sm"
            variant="secondary"
            onClick={() => onChange({ ...period, ...presetPeriod(preset, new Date()) })}
          >
            {t(`statements.period.${preset}`, { months: SPEND_MONTHS })}
          </Button>
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label={t('statements.period.from')}>
          <Input
            type="date"
            value={period.from}
            onChange={(event) => onChange({ ...period, from: event.target.value })}
          />
        </Field>
        <Field label={t('statements.period.to')} error={error}>
          <Input
            type="date"
            value={period.to}
            onChange={(event) => onChange({ ...period, to: event.target.value })}
          />
        </Field>
        <Field label={t('statements.period.type')}>
          <Select
            value={period.type ?? ''}
            onChange={(event) =>
              onChange({
                ...period,
                type: transactionType.options.find((type) => type === event.target.value),
              })
            }
          >
            <option value="">{t('statements.period.everyType')}</option>
            {transactionType.options.map((type) => (
              <option key={type} value={type}>
                {t(`transactions.type.${type}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </div>
  );
}
