import { ArrowUp, X } from '../../../ui/icons.tsx';
import type { AnswerStep } from '../../../../src/services/numbers/answer-contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Field, Input, Select } from '../../../ui/field.tsx';
import type { StepDraft } from './answer-draft.ts';
import { GreetingFields } from './greeting-fields.tsx';
import { error, type FieldsProps, RingSeconds } from './ring-seconds.tsx';
import { StepHours } from './step-hours.tsx';
import { TrunkFields } from './trunk-fields.tsx';

const KINDS = [
  'forward',
  'trunk',
  'menu',
  'voicemail',
  'busy',
] as const satisfies readonly AnswerStep['kind'][];

interface AnswerStepProps {
  step: StepDraft;
  /** The number that is called. */
  numberId: string;
  /** From 0. */
  place: number;
  /** Returns the fault of a field of it. */
  faultOf: (field: string) => string | undefined;
  onChange: (changed: Partial<StepDraft>) => void;
  /** True while a recording of it is uploaded. */
  onBusy: (busy: boolean) => void;
  onRaise: () => void;
  onRemove: () => void;
}

/** One step of what happens with calls: what is done, and when it counts. */
export function AnswerStepFields({
  step,
  numberId,
  place,
  faultOf,
  onChange,
  onBusy,
  onRaise,
  onRemove,
}: AnswerStepProps) {
  const count = formatNumber(place + 1);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">{t('numbers.calls.step', { count })}</legend>
      <div className="flex items-end gap-1">
        <Field label={t('numbers.calls.kind')} className="flex-1">
          <Select
            value={step.kind}
            onChange={({ target }) =>
              onChange({ kind: KINDS.find((kind) => kind === target.value) ?? step.kind })
            }
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`numbers.calls.kinds.${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
        {place > 0 && (
          <IconButton
            label={t('numbers.calls.up', { count })}
            icon={<ArrowUp aria-hidden className="size-4" />}
            onClick={onRaise}
          />
        )}
        <IconButton
          label={t('numbers.calls.remove', { count })}
          icon={<X aria-hidden className="size-4" />}
          onClick={onRemove}
        />
      </div>
      {step.kind === 'forward' && <ForwardFields {...{ step, faultOf, onChange }} />}
      {step.kind === 'trunk' && <TrunkFields {...{ step, numberId, faultOf, onChange }} />}
      {(step.kind === 'menu' || step.kind === 'voicemail') && (
        <GreetingFields {...{ step, faultOf, onChange }} onBusy={onBusy} />
      )}
      <StepHours {...{ step, faultOf, onChange }} />
    </fieldset>
  );
}

const ForwardFields = ({ step, faultOf, onChange }: FieldsProps) => (
  <div className="grid gap-3 sm:grid-cols-[1fr_8rem]">
    <Field
      label={t('numbers.calls.number')}
      hint={t('numbers.calls.forwardHint')}
      {...error(faultOf('number'))}
    >
      <Input
        type="tel"
        dir="ltr"
        autoComplete="off"
        value={step.number}
        onChange={(event) => onChange({ number: event.target.value })}
      />
    </Field>
    <RingSeconds {...{ step, faultOf, onChange }} />
  </div>
);
