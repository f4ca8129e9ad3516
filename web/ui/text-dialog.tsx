import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { ApiError, messageOf } from '../lib/call.ts';
import type { ConfirmDialogProps } from './dialog.tsx';
import { Field, Input } from './field.tsx';
import { FormDialog } from './form.tsx';

interface TextDialogProps extends Pick<ConfirmDialogProps, 'title' | 'description' | 'danger'> {
  /** Null: there is nothing to enter. */
  label: string | null;
  hint?: string;
  submitLabel: string;
  /** The first text of the field. */
  value?: string;
  /** It may be sent blank. */
  optional?: boolean;
  /** More about the field. */
  input?: ComponentProps<'input'>;
  /** The dialog closes after it. */
  send: (text: string) => Promise<unknown>;
  /** The message if the server gives none. */
  failed: string;
  onClose: () => void;
}

/** Asks for one text: a name, a code. What the server says against it stands at the field. */
export function TextDialog(props: TextDialogProps) {
  const { label, hint, value = '', optional = false, input, send, failed, onClose, ...dialog } = props;
  const [text, setText] = useState(value);
  const sending = useMutation({ mutationFn: () => send(text.trim()), onSuccess: onClose });
  const { error } = sending;
  const ofField = error instanceof ApiError ? error.problem?.errors?.[0]?.message : undefined;
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      onSubmit={() => sending.mutate()}
      busy={sending.isPending}
      disabled={label !== null && !optional && text.trim() === ''}
      failure={label === null && error ? messageOf(error, failed) : null}
    >
      {label !== null && (
        <Field label={label} hint={hint} error={ofField ?? (error ? messageOf(error, failed) : undefined)}>
          <Input data-autofocus {...input} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      )}
    </FormDialog>
  );
}
