import { RING_SECONDS } from '../../../../src/services/numbers/answer-contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Input } from '../../../ui/field.tsx';
import type { StepDraft } from './answer-draft.ts';

/** The properties of the fields of one kind of step. */
export interface FieldsProps {
  step: StepDraft;
  /** Returns the fault of a field of it. */
  faultOf: (field: string) => string | undefined;
  onChange: (changed: Partial<StepDraft>) => void;
}

/** The fault of a field, as the field takes it. */
export const error = (words: string | undefined) => (words === undefined ? {} : { error: words });

/** For how long a step rings. */
export const RingSeconds = ({ step, faultOf, onChange }: FieldsProps) => (
  <Field label={t('numbers.calls.ring')} {...error(faultOf('ringSeconds'))}>
    <Input
      type="number"
      min={RING_SECONDS.least}
      max={RING_SECONDS.most}
      value={step.ringSeconds}
      onChange={(event) => onChange({ ringSeconds: event.target.value })}
    />
  </Field>
);
