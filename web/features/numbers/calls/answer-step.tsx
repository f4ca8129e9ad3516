import { useId } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type AnswerStep, RING_SECONDS } from '../../../../src/services/numbers/answer-contract.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Fault, Field, Input, Options, Select, Textarea } from '../../../ui/field.tsx';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { ArrowUp, X } from '../../../ui/icons.tsx';
import { HoursFields, OFFICE } from '../hours-fields.tsx';
import { MAX_RECEIPT_BYTES, MAX_SOUND_SECONDS, SOUND_TYPES } from '../../../../src/edge/uploads/contract.ts';
import { messageOf } from '../../../lib/call.ts';
import { formatSize } from '../../../lib/format-size.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import { TRUNK_RINGS } from '../../../../db/enums.ts';
import { getNumber } from '../../../../src/services/numbers/details/contract.ts';
import { useRead } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { nameOfTrunk, useTrunks } from '../trunk-name.tsx';
import type { StepDraft } from './answer-draft.ts';

/** The properties of the fields of one kind of step. */
interface FieldsProps {
  step: StepDraft;
  /** Returns the fault of a field of it. */
  faultOf: (field: string) => string | undefined;
  onChange: (changed: Partial<StepDraft>) => void;
}

/** The fault of a field, as the field takes it. */
const error = (words: string | undefined) => (words === undefined ? {} : { error: words });

/** For how long a step rings. */
const RingSeconds = ({ step, faultOf, onChange }: FieldsProps) => (
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

/** When a step counts: always, or on some days between two times. */
const StepHours = ({ step: { hours }, faultOf, onChange }: FieldsProps) => (
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
            <Options of={KINDS} name={(kind) => t(`numbers.calls.kinds.${kind}`)} />
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
      <Input type="tel" dir="ltr" value={step.number} onChange={(event) => onChange({ number: event.target.value })} />
    </Field>
    <RingSeconds {...{ step, faultOf, onChange }} />
  </div>
);

const ACCEPTED = Object.entries(SOUND_TYPES).flat().join(',');

interface RecordingFieldProps {
  /** Where the recording is; null where there is none. */
  path: string | null;
  /** The words that must be on it; null for none. */
  hint: string | null;
  /** The server's objection to it. */
  error?: string;
  onChange: (path: string | null) => void;
  onBusy: (busy: boolean) => void;
}

/** Uploads a recording as soon as it is chosen, plays it, and takes it away again. */
function RecordingField({ path, hint, error, onChange, onBusy }: RecordingFieldProps) {
  const hintId = useId();
  const upload = useMutation({
    mutationFn: (file: File) => send(file),
    onMutate: () => onBusy(true),
    onSuccess: onChange,
    onSettled: () => onBusy(false),
  });
  const fault = upload.error ? messageOf(upload.error, t('numbers.calls.recordingFailed')) : error;
  const label = t(path === null ? 'numbers.calls.recording' : 'numbers.calls.recordingReplace');
  return (
    <div className="flex flex-col gap-1.5">
      {path !== null && <Player path={path} onRemove={() => onChange(null)} />}
      <FilePicker
        label={label}
        accept={ACCEPTED}
        busy={upload.isPending}
        aria-describedby={hintId}
        className="self-start"
        onFile={(file) => upload.mutate(file)}
      />
      <p id={hintId} className="text-sm text-muted">
        {t('numbers.calls.recordingHint', {
          size: formatSize(MAX_RECEIPT_BYTES),
          seconds: MAX_SOUND_SECONDS,
        })}
        {hint && ` ${hint}`}
      </p>
      <Fault text={fault} />
    </div>
  );
}

const send = (file: File): Promise<string> =>
  uploadFile({ file, kind: 'sound' }, () => {}, new AbortController().signal);

const Player = ({ path, onRemove }: { path: string; onRemove: () => void }) => (
  <div className="flex items-center gap-2">
    {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- Its owner knows what it says. */}
    <audio
      controls
      preload="none"
      src={path}
      aria-label={t('numbers.calls.recordingPlay')}
      className="h-10 min-w-0 flex-1"
    />
    <IconButton label={t('numbers.calls.recordingRemove')} icon={X} onClick={onRemove} />
  </div>
);

/** Which trunk a step rings, how its telephones ring, and for how long. */
function TrunkFields({ step, numberId, faultOf, onChange }: FieldsProps & { numberId: string }) {
  const { id } = useCurrentUser();
  const { data: number } = useRead(getNumber, { id, numberId });
  const trunks = useTrunks().rows.filter(({ state, id: own }) => state === 'active' || own === step.trunkId);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label={t('numbers.calls.trunk')}
        hint={t(number?.abilities.ringTrunks ? 'numbers.calls.trunkRings' : 'numbers.calls.trunkHint')}
        className="sm:col-span-2"
        {...error(faultOf('trunkId'))}
      >
        <Select value={step.trunkId} onChange={({ target }) => onChange({ trunkId: target.value })}>
          <option value="">{t('numbers.calls.trunkNone')}</option>
          <Options of={trunks} name={nameOfTrunk} />
        </Select>
      </Field>
      <Field label={t('numbers.calls.telephones')}>
        <Select
          value={step.ring}
          onChange={({ target }) => onChange({ ring: TRUNK_RINGS.find((ring) => ring === target.value) ?? step.ring })}
        >
          <Options of={TRUNK_RINGS} name={(ring) => t(`numbers.calls.rings.${ring}`)} />
        </Select>
      </Field>
      <RingSeconds {...{ step, faultOf, onChange }} />
    </div>
  );
}
