import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Field, Input } from './field.tsx';

interface FormInputProps<Values extends FieldValues> extends Omit<ComponentProps<'input'>, 'name' | 'form'> {
  form: Pick<UseFormReturn<Values>, 'register' | 'formState' | 'getFieldState'>;
  name: Path<Values>;
  label: ReactNode;
  hint?: ReactNode;
}

/** A field of a form that is one line of text, with its label and its fault. */
export function FormInput<Values extends FieldValues>({ form, name, label, hint, ...input }: FormInputProps<Values>) {
  return (
    <Field label={label} hint={hint} error={form.getFieldState(name, form.formState).error?.message}>
      <Input {...form.register(name)} {...input} />
    </Field>
  );
}
