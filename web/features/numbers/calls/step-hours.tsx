import { t } from '../../../lib/i18n.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { HoursFields, OFFICE } from '../hours-fields.tsx';
import type { StepDraft } from './answer-draft.ts';

interface StepHoursProps {
  step: StepDraft;
  faultOf: (field: string) => string | undefined;
  onChange: (changed: Partial<StepDraft>) => void;
}

/** When a step counts: always, or on some days between two times. */
export const StepHours = ({ step: { hours }, faultOf, onChange }: StepHoursProps) => (
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
      <HoursFields
        hours={hours}
        hasDaysMissing={faultOf('hours.days') !== undefined}
        onChange={(changed) => onChange({ hours: changed })}
      />
    )}
  </>
);
