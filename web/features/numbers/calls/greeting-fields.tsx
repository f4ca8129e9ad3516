import { t } from '../../../lib/i18n.ts';
import { Field, Textarea } from '../../../ui/field.tsx';
import { RecordingField } from './recording-field.tsx';
import { error, type FieldsProps } from './ring-seconds.tsx';

/** The keys of the menu. */
const KEYS = { on: '1', message: '2' };

interface GreetingProps extends FieldsProps {
  onBusy: (busy: boolean) => void;
}

/** The fields of the sound for a caller: a recording, or a text that a voice reads out. */
export function GreetingFields({ step, faultOf, onChange, onBusy }: GreetingProps) {
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
