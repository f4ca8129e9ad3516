import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  get,
  set,
  useForm,
} from 'react-hook-form';
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { z } from 'zod';
import { ApiError, messageOf } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { Field, Input } from './field.tsx';
import { RefusalNotice, waitsForSecond } from './refusal.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';

/**
 * A form that validates with the very schema the server validates with.
 * The first check is on submit, after that a field is checked as it changes.
 */
export function useContractForm<Input extends FieldValues, Output>(
  bodySchema: z.ZodType<Output, Input>,
  options: { defaultValues: DefaultValues<Input>; values?: Input },
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
      const typed: unknown = form.getValues(name);
      const isAgain = said.has(message) && String(typed ?? '').trim() === '';
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

interface FormCall<Output, Answer> {
  send: (values: Output) => Promise<Answer>;
  onSent?: (answer: Answer) => void;
  /** The message if the server gives none; null shows nothing. */
  failed: string | ((error: Error) => string | null);
  /** Not called if the action still waits for another administrator. */
  onFailed?: (error: Error) => void;
}

/**
 * Sends a form. An error of one field is shown beside that field; every other error is the `failure`.
 * @returns what a `FormDialog` takes
 */
export function useFormCall<Input extends FieldValues, Output, Answer>(
  form: UseFormReturn<Input, unknown, Output>,
  { send, onSent, failed, onFailed }: FormCall<Output, Answer>,
) {
  const [failure, setFailure] = useState<string | null>(null);
  const {
    mutate,
    isPending,
    error: refused,
  } = useMutation({
    mutationFn: send,
    onMutate: () => setFailure(null),
    onSuccess: onSent,
    onError: (error) => {
      if (!applyProblem(form, error)) setFailure(typeof failed === 'string' ? messageOf(error, failed) : failed(error));
      if (!waitsForSecond(error)) onFailed?.(error);
    },
  });
  return {
    onSubmit: (event: SubmitEvent) => form.handleSubmit((values) => mutate(values))(event),
    busy: isPending,
    failure,
    waits: waitsForSecond(refused),
  };
}

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

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
}

/** A form. When it was sent and something in it is wrong, the focus goes to the first wrong field, its fault in sight. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        // A form may stand within another one in the tree of components; that one is not sent.
        event.stopPropagation();
        event.preventDefault();
        leadToFirstWrong(event.currentTarget);
        onSubmit(event);
      }}
    />
  );
}

/** A field, or a group of choices, that is marked as wrong. */
const WRONG = '[aria-invalid="true"], [data-invalid]';
const CONTROL = 'input, select, textarea, button';

/**
 * Moves the focus to the first wrong field as soon as one is marked. The server may answer late, so this lasts until
 * the person does something.
 */
function leadToFirstWrong(form: HTMLFormElement): void {
  const lead = () => {
    const wrong = form.querySelector<HTMLElement>(WRONG);
    const control = wrong?.matches(CONTROL) ? wrong : wrong?.querySelector<HTMLElement>(CONTROL);
    control?.focus();
    const [fault = ''] = control?.getAttribute('aria-describedby')?.split(' ') ?? [];
    document.getElementById(fault)?.scrollIntoView({ block: 'nearest' });
  };
  const watcher = new MutationObserver(lead);
  watcher.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid', 'data-invalid'] });
  // A field that was wrong before and is still wrong causes no change.
  const check = setTimeout(lead);
  const done = new AbortController();
  for (const act of ['keydown', 'pointerdown']) {
    document.addEventListener(
      act,
      () => {
        clearTimeout(check);
        watcher.disconnect();
        done.abort();
      },
      { capture: true, signal: done.signal },
    );
  }
}

interface FormDialogProps extends Omit<ConfirmDialogProps, 'confirmLabel' | 'onConfirm' | 'formId'> {
  onSubmit: (event: SubmitEvent) => unknown;
  submitLabel: string;
  /** The error that belongs to no field. */
  failure?: string | null | undefined;
  /** True if the only obstacle is that another administrator has to agree. */
  waits?: boolean;
}

/** A dialog with one form: its fields, what is wrong with them, and the buttons that send or cancel it. */
export function FormDialog({ onSubmit, submitLabel, failure, waits = false, children, ...dialog }: FormDialogProps) {
  const formId = useId();
  return (
    <ConfirmDialog {...dialog} confirmLabel={submitLabel} formId={formId}>
      <Form id={formId} className="flex flex-col gap-4" onSubmit={onSubmit}>
        {children}
        {failure && <RefusalNotice waits={waits}>{failure}</RefusalNotice>}
      </Form>
    </ConfirmDialog>
  );
}
