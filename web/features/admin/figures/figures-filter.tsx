import { FIGURE_SERVICES } from '../../../../db/enums.ts';
import { t } from '../../../lib/i18n.ts';
import { currentLocale } from '../../../lib/locale.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { type FigureChoice, LAST_DAYS, newestMonths } from './figures-period.ts';

interface FiguresFilterProps {
  choice: FigureChoice;
  onChange: (choice: FigureChoice) => void;
}

/** Chooses the days, and the services. */
export function FiguresFilter({ choice, onChange }: FiguresFilterProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t('admin.figures.period')}>
        <Select
          value={choice.period}
          onChange={(event) => onChange({ ...choice, period: event.target.value })}
        >
          {LAST_DAYS.map((days) => (
            <option key={days} value={days}>
              {t('admin.figures.lastDays', { count: days })}
            </option>
          ))}
          {newestMonths(new Date()).map((month) => (
            <option key={month} value={month}>
              {monthName(month)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('reseller.rates.service')}>
        <Select
          value={choice.service ?? ''}
          onChange={(event) =>
            onChange({
              ...choice,
              service: FIGURE_SERVICES.find((service) => service === event.target.value),
            })
          }
        >
          <option value="">{t('admin.figures.everyService')}</option>
          {FIGURE_SERVICES.map((service) => (
            <option key={service} value={service}>
              {t(`admin.figures.service.${service}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

const monthName = (month: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
