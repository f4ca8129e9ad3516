import { localTime } from '../../../lib/local-time.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Input, Switch } from '../../../ui/field.tsx';
import { HOUR_MS } from '../../../../src/platform/kit/durations.ts';

interface ScheduleFieldProps {
  /** The control writes it in the reader's own time: `2026-01-31T09:30`. Null: at once. */
  value: string | null;
  onChange: (value: string | null) => void;
  error?: string;
  /** What it says of the time zone and the charge. */
  hint?: 'sms.schedule.zone' | 'campaigns.zone';
}

/** Now, or at a chosen time in the reader's own time zone. */
export function ScheduleField({ value, onChange, error, hint = 'sms.schedule.zone' }: ScheduleFieldProps) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const soonest = localTime(new Date());
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t('sms.schedule.later')}
        checked={value !== null}
        onChange={(later) => onChange(later ? localTime(new Date(Date.now() + HOUR_MS)) : null)}
      />
      {value !== null && (
        <Field label={t('sms.schedule.at')} hint={t(hint, { zone: timeZone })} error={error}>
          <Input type="datetime-local" min={soonest} value={value} onChange={(event) => onChange(event.target.value)} />
        </Field>
      )}
    </div>
  );
}
