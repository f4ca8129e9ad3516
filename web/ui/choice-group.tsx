import { type ReactNode, useId } from 'react';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  /** A short line below or beside the label. */
  note?: ReactNode;
}

interface ChoiceGroupProps<Value extends string> {
  /** The subject of the choice; the group's heading. */
  legend: string;
  name: string;
  choices: readonly Choice<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** The fault, in a sentence. */
  error?: string | undefined;
  /** Layout of the choices, as grid classes. */
  className?: string;
}

/** One of several, as a row of tiles: radio buttons underneath, so arrow keys work. */
export function ChoiceGroup<Value extends string>({
  legend,
  name,
  choices,
  value,
  onChange,
  error,
  className,
}: ChoiceGroupProps<Value>) {
  const errorId = useId();
  return (
    <fieldset className="min-w-0 scroll-mt-20" data-invalid={error && true} aria-describedby={error && errorId}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={`grid gap-2 ${className ?? 'grid-cols-2 sm:grid-cols-6'}`}>
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className={`${className ? '' : spanOf(index, choices.length)} relative flex cursor-pointer flex-col justify-center rounded-md border border-line-strong/60 bg-surface px-3 py-2 in-data-invalid:border-danger transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="font-medium">
              <bdi>{choice.label}</bdi>
            </span>
            {choice.note && <span className="text-sm text-muted">{choice.note}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** How wide a tile is, so that no place stays empty: two in a row on a phone, else three, the last ones two. */
function spanOf(index: number, count: number): string {
  const onPhone = count % 2 === 1 && index === count - 1 ? 'col-span-2' : 'col-span-1';
  const inPairs = count % 3 === 0 ? 0 : count % 3 === 2 ? 2 : 4;
  return `${onPhone} ${index >= count - inPairs ? 'sm:col-span-3' : 'sm:col-span-2'}`;
}
