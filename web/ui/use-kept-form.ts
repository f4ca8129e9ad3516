import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { keptDraft, useDraft } from '../lib/use-draft.ts';
import { useCurrentUser } from '../state/session.ts';
import { useContractForm } from './form.tsx';

interface KeptForm<Input extends FieldValues> {
  /** The name of the draft. */
  draft: string;
  defaultValues: DefaultValues<Input>;
  onClose: () => void;
}

/** The form of a dialog that keeps what was typed however it is closed, until it is sent or given up: `discard`. */
export function useKeptForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  { draft, defaultValues, onClose }: KeptForm<Input>,
) {
  const { id } = useCurrentUser();
  const form = useContractForm<Input, Output>(schema, {
    defaultValues: Object.assign({}, defaultValues, keptDraft<Input>(id, draft)),
  });
  const forget = useDraft(form, draft);
  const discard = () => {
    forget();
    onClose();
  };
  return { form, discard };
}
