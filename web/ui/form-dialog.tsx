import { type ReactNode, type SubmitEvent, useId } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Form } from './form-frame.tsx';
import { RefusalNotice } from './refusal.tsx';

interface FormDialogProps extends Omit<DialogProps, 'footer'> {
  onSubmit: (event: SubmitEvent) => unknown;
  submitLabel: string;
  /** True while it is being sent. */
  busy: boolean;
  /** True where it cannot be sent yet. */
  disabled?: boolean;
  danger?: boolean;
  /** The error that belongs to no field. */
  failure?: string | null | undefined;
  /** True if the only obstacle is that another administrator has to agree. */
  waits?: boolean;
  /** The action of the Cancel button. Without it, the button closes the dialog. */
  onCancel?: () => void;
  /** The text of that button. */
  cancelLabel?: string;
  /** The fields; none if the dialog only asks for a confirmation. */
  children?: ReactNode;
}

/** A dialog with one form: its fields, what is wrong with them, and the buttons that send or cancel it. */
export function FormDialog({
  onSubmit,
  submitLabel,
  busy,
  disabled = false,
  danger = false,
  failure,
  waits = false,
  onCancel,
  cancelLabel = t('ui.cancel'),
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel ?? dialog.onClose}>
            {cancelLabel}
          </Button>
          <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} className="flex flex-col gap-4" onSubmit={onSubmit}>
        {children}
        {failure && <RefusalNotice waits={waits}>{failure}</RefusalNotice>}
      </Form>
    </Dialog>
  );
}
