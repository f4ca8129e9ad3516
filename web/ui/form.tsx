import {
  get,
  set,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, messageOf } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';

/**
 * A form that validates with the very schema the server validates with.
 * The first check is on submit, after that a field is checked as it changes.
 */
export function useContractForm<Input extends FieldValues, Output>(
  bodySchema: z.ZodType<Output, Input>,
  options: { defaultValues: DefaultValues<Input> },
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: (typed) => {
      const read = bodySchema.safeParse(typed);
      if (read.success) return { values: read.data, errors: {} };
      const errors: FieldErrors<Input> = {};
      // The first fault of a field counts.
      for (const { path, code, message } of read.error.issues)
        if (!get(errors, path.join('.'))) set(errors, path.join('.'), { type: code, message });
      return { values: {}, errors };
    },
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    // `Form` leads to the first wrong field, whoever found it wrong.
    shouldFocusError: false,
    ...options,
  });
}

/**
 * The errors as they are shown: a sentence that several empty fields share stands in full beside the first of them.
 * @param names of the fields, from top to bottom
 */
export function saidOnce<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  names: readonly Path<Input>[],
): Record<string, { error?: string }> {
  const said = new Set<string>();
  return Object.fromEntries(
    names.map((name) => {
      const message = form.formState.errors[name]?.message;
      if (typeof message !== 'string' || message === '') return [name, {}];
      const isAgain = said.has(message) && String(form.getValues(name)).trim() === '';
      said.add(message);
      return [name, { error: isAgain ? t('ui.missing') : message }];
    }),
  );
}

/**
 * Puts the field errors of a refused call beside their fields; the form keeps what was typed.
 * @returns whether every error found a field. Where not, the form says the rest, or the caller in a toast.
 */
export function applyProblem<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  fallback?: string,
): boolean {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  let all = errors.length > 0;
  for (const { path, message } of errors) {
    const field = path.split('.')[0] ?? '';
    if (isFieldOf(form, field)) form.setError(field, { type: 'server', message });
    else all = false;
  }
  if (!all && fallback) form.setError('root', { message: messageOf(error, fallback) });
  return all;
}

const isFieldOf = <Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  name: string,
): name is Path<Input> => name in form.getValues();
