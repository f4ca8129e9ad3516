import type { AnswerStep } from '../../../../src/services/numbers/answer-contract.ts';
import { t } from '../../../lib/i18n.ts';
import { formatNumber } from '../../../lib/locale.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Field, Input, Select, Textarea } from '../../../ui/field.tsx';
import { ArrowUp, X } from '../../../ui/icons.tsx';
import { HoursFields, OFFICE } from '../hours-fields.tsx';
import type { StepDraft } from './answer-draft.ts';
import { RecordingField } from './recording-field.tsx';
import { error, type FieldsProps, RingSeconds } from './ring-seconds.tsx';
import { TrunkFields } from './trunk-fields.tsx';

interface StepHoursProps {
  step: StepDraft;
  faultOf: (field: string) => string | undefined;
  onChange: (changed: Partial<StepDraft>) => void;
}

/** When a step counts: always, or on some days between two times. */
const StepHours = ({ step: { hours }, faultOf, onChange }: StepHoursProps) => (
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

/** The keys of the menu. */
const KEYS = { on: '1', message: '2' };

interface GreetingProps extends FieldsProps {
  onBusy: (busy: boolean) => void;
}

/** The fields of the sound for a caller: a recording, or a text that a voice reads out. */
function GreetingFields({ step, faultOf, onChange, onBusy }: GreetingProps) {
  const isMenu = step.kind === 'menu';
  return (
    <>
      {step.recording === null && (
        <Field
          label={t('numbers.calls.greeting')}
          hint={t(isMenu ? 'numbers.calls.menuHint' : 'numbers.calls.greetingHint', KEYS)}
          {...error(faultOf('greeting'))}
        >
          <Textarea
            rows={2}
            maxLength={500}
            value={step.greeting}
            onChange={(event) => onChange({ greeting: event.target.value })}
          />
        </Field>
      )}
      <RecordingField
        path={step.recording}
        hint={isMenu ? t('numbers.calls.recordingMenuHint', KEYS) : null}
        {...error(faultOf('recording'))}
        onChange={(recording) => onChange({ recording })}
        onBusy={onBusy}
      />
    </>
  );
}

const KINDS = ['forward', 'trunk', 'menu', 'voicemail', 'busy'] as const satisfies readonly AnswerStep['kind'][];

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
            onChange={({ target }) => onChange({ kind: KINDS.find((kind) => kind === target.value) ?? step.kind })}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`numbers.calls.kinds.${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
        {place > 0 && <IconButton label={t('numbers.calls.up', { count })} icon={ArrowUp} onClick={onRaise} />}
        <IconButton label={t('numbers.calls.remove', { count })} icon={X} onClick={onRemove} />
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
    <Field label={t('numbers.calls.number')} hint={t('numbers.calls.forwardHint')} {...error(faultOf('number'))}>
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
