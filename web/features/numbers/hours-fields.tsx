import { t } from '../../lib/i18n.ts';
import { Field, Input } from '../../ui/field.tsx';
import { dayName } from './calls/day-name.ts';

interface Hours {
  /** 1 for Monday. */
  days: number[];
  from: string;
  to: string;
}

/** Monday to Friday, in office hours: what most people want first. */
export const OFFICE: Hours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };
const DAYS = [1, 2, 3, 4, 5, 6, 7];

interface HoursFieldsProps {
  hours: Hours;
  hasDaysMissing: boolean;
  onChange: (hours: Hours) => void;
}

/** Days of the week, and the times between which something counts on them. */
export function HoursFields({ hours, hasDaysMissing, onChange }: HoursFieldsProps) {
  const change = (changed: Partial<Hours>) => onChange({ ...hours, ...changed });
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm font-medium">{t('numbers.calls.days')}</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5">
          {DAYS.map((day) => (
            <label key={day} className="flex items-center gap-1.5 text-sm">
              <input
                type="checkbox"
                className="size-4 accent-(--color-accent)"
                checked={hours.days.includes(day)}
                onChange={({ target }) => change({ days: toggled(hours.days, day, target.checked) })}
              />
              {dayName(day)}
            </label>
          ))}
        </div>
        {hasDaysMissing && (
          <p role="alert" className="mt-1.5 text-sm text-danger">
            {t('numbers.calls.daysMissing')}
          </p>
        )}
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('numbers.calls.from')}>
          <Input type="time" required value={hours.from} onChange={(event) => change({ from: event.target.value })} />
        </Field>
        <Field label={t('numbers.calls.until')}>
          <Input type="time" required value={hours.to} onChange={(event) => change({ to: event.target.value })} />
        </Field>
      </div>
    </>
  );
}

const toggled = (days: readonly number[], day: number, wanted: boolean): number[] =>
  DAYS.filter((each) => (each === day ? wanted : days.includes(each)));
