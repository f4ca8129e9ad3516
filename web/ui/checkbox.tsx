import type { ComponentProps, ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Fault } from './field.tsx';

/** A box to be ticked, and its words. */
export const Checkbox = ({ children, className = '', ...box }: ComponentProps<'input'>) => (
  <label className={`flex items-start gap-2.5 ${className}`}>
    <input type="checkbox" {...box} className="mt-0.5 size-4 shrink-0 accent-accent" />
    <span className="min-w-0 break-words">{children}</span>
  </label>
);

interface CheckboxesProps<Value extends string> {
  legend: string;
  field: UseFormRegisterReturn;
  error: string | undefined;
  values: readonly Value[];
  /** The words of one. */
  children: (value: Value) => ReactNode;
}

/** A field of which any number may be ticked. */
export const Checkboxes = <Value extends string>({ legend, field, error, ...each }: CheckboxesProps<Value>) => (
  <fieldset className="flex flex-col gap-2" data-invalid={error === undefined ? undefined : true}>
    <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
    {each.values.map((value) => (
      <Checkbox key={value} value={value} {...field}>
        {each.children(value)}
      </Checkbox>
    ))}
    <Fault text={error} />
  </fieldset>
);
