import { type SubmitEvent, useId } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';
import { Form } from './form-frame.tsx';
import { RefusalNotice } from './refusal.tsx';

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
