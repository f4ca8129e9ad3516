import { t } from '../../../lib/i18n.ts';
import { dayName } from './day-name.ts';
import { Field, Input, Select } from '../../../ui/field.tsx';
import type { StepDraft } from './answer-draft.ts';

/** Monday to Friday, in office hours: what most people want first. */
const OFFICE = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };
const DAYS = [1, 2, 3, 4, 5, 6, 7];

interface StepHoursProps {
  step: StepDraft;
  faultOf: (field: string) => string | undefined;
  onChange: (changed: Partial<StepDraft>) => void;
}

/** When a step counts: always, or on some days between two times. */
export function StepHours({ step: { hours }, faultOf, onChange }: StepHoursProps) {
  const change = (changed: Partial<typeof OFFICE>) =>
    onChange({ hours: { ...(hours ?? OFFICE), ...changed } });
  return (
    <>
      <Field label={t('numbers.calls.when')}>
        <Select
          value={hours === null ? 'always' : 'atTimes'}
          onChange={(event) => onChange({ hours: event.target.value === 'always' ? null : OFFICE })}
        >
          <option value="always">{t('numbers.calls.always')}</option>
          <option value="atTimes">{t('numbers.calls.atTimes')}</option>
        </Select>
      </Field>
      {hours && (
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
            {faultOf('hours.days') && (
              <p role="alert" className="mt-1.5 text-sm text-danger">
                {t('numbers.calls.daysMissing')}
              </p>
            )}
          </fieldset>
          <div className="grid grid-cols-2 gap-3">
            <Field label={t('numbers.calls.from')}>
              <Input
                type="time"
                required
                value={hours.from}
                onChange={(event) => change({ from: event.target.value })}
              />
            </Field>
            <Field label={t('numbers.calls.until')}>
              <Input
                type="time"
                required
                value={hours.to}
                onChange={(event) => change({ to: event.target.value })}
              />
            </Field>
          </div>
        </>
      )}
    </>
  );
}

const toggled = (days: readonly number[], day: number, wanted: boolean): number[] =>
  DAYS.filter((each) => (each === day ? wanted : days.includes(each)));
