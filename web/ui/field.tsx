import { createContext, useContext, useId, type ComponentProps, type ReactNode } from 'react';
import { Switch as HeadlessSwitch } from './headless.ts';
import { CircleAlert } from './icons.tsx';
import { faultText } from '../lib/fault-text.ts';

interface FieldIds {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

interface FieldProps {
  label: ReactNode;
  /** The fault, in a sentence; shown beside the field and read with it. */
  error?: string;
  hint?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A label, a control, its hint and its error, tied together for screen readers. */
export function Field({ label, error, hint, className = '', children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>
      <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {children}
        {error && (
          // Led to, it does not stop below the bar of a narrow screen.
          <p
            id={errorId}
            role="alert"
            className="flex scroll-mb-3 items-start gap-1.5 text-sm text-danger max-lg:scroll-mb-32"
          >
            <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
            {faultText(error)}
          </p>
        )}
        {hint && (
          <p id={hintId} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  );
}

/** Attributes that connect a custom control to the Field around it. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  return { id: field?.id, 'aria-describedby': field?.describedBy, 'aria-invalid': field?.invalid || undefined };
}

// On phones the text is 16 px: below that iOS zooms into a focused field.
const CONTROL =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-lg text-ink shadow-card transition-colors sm:text-base aria-invalid:border-danger disabled:bg-sunken disabled:text-muted';

/** A field of one line: browsers fill in only what it names. */
export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input autoComplete="off" {...useFieldControl()} {...rest} className={`${CONTROL} h-9 ${className}`} />;
}

export function Textarea({ className = '', rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldControl()} {...rest} rows={rows} className={`${CONTROL} resize-y py-2 ${className}`} />;
}

export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return <select {...useFieldControl()} {...rest} className={`${CONTROL} h-9 pe-2 ${className}`} />;
}

interface Named {
  id?: string | number;
  name?: ReactNode;
}

type Plain = string | number | Named;

interface OptionsProps<Each> {
  of: readonly Each[];
  /** What the form sends of each; without it, its `id`, or each itself. */
  value?: (each: Each) => string | number | undefined;
  /** Each in words; without it, its `name`, or each itself. */
  name?: (each: Each) => ReactNode;
}

const idOf = (each: Plain) => (typeof each === 'object' ? each.id : each);
const nameOf = (each: Plain) => (typeof each === 'object' ? each.name : each);

/** The options of a choice. */
export const Options = <Each extends Plain>({ of, value = idOf, name = nameOf }: OptionsProps<Each>) =>
  of.map((each) => (
    <option key={value(each)} value={value(each)}>
      {name(each)}
    </option>
  ));

/** The fault of a whole form or group, in a sentence. */
export const Fault = ({ text }: { text: string | null | undefined }) =>
  text && (
    <p role="alert" className="text-sm text-danger">
      {text}
    </p>
  );

interface SwitchProps {
  label: string;
  description?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch for a setting, with its label and an explanation. */
export function Switch({ label, description, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {description && (
          <p id={`${id}-description`} className="text-sm text-muted">
            {description}
          </p>
        )}
      </div>
      <HeadlessSwitch
        id={id}
        checked={checked}
        onChange={onChange}
        aria-label={label}
        aria-describedby={description ? `${id}-description` : undefined}
        className="group inline-flex h-6 w-10 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors data-checked:bg-accent"
      >
        <span className="size-5 rounded-full bg-surface shadow-card transition-transform group-data-checked:translate-x-4 rtl:group-data-checked:-translate-x-4" />
      </HeadlessSwitch>
    </div>
  );
}
