import { type SubmitEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { messageOf } from '../lib/call.ts';
import { applyProblem } from './form.tsx';
import { waitsForSecond } from './refusal.tsx';

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
