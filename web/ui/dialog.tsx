import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { Modal, ModalHeader } from './modal.tsx';

export interface DialogProps {
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** A wider panel, for code and for content with many tabs. */
  wide?: boolean;
  /** The buttons, at the lower edge. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** A modal dialog: traps the focus, closes on Escape, scrolls inside itself on a small screen. */
export function Dialog({ open = true, onClose, title, description, wide = false, footer, children }: DialogProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      placement="fixed inset-0 flex items-end justify-center sm:items-center sm:p-4"
      panel={`flex max-h-[92dvh] ${wide ? 'max-w-2xl' : 'max-w-lg'} flex-col rounded-t-lg border border-line data-closed:translate-y-2 data-closed:opacity-0 sm:rounded-lg`}
    >
      <ModalHeader title={title} description={description} onClose={onClose} className="pt-5 pb-3" />
      {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>}
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">{footer}</footer>
      )}
    </Modal>
  );
}

export interface ConfirmDialogProps extends Omit<DialogProps, 'footer'> {
  confirmLabel: string;
  /** The text of the button that leaves everything as it is; by default "Cancel". */
  keepLabel?: string | undefined;
  /** A short text beside the buttons. */
  aside?: string | undefined;
  /** The action of that button; by default it closes the dialog. */
  onKeep?: (() => void) | undefined;
  onConfirm?: () => void;
  /** The form that the other button sends, in place of `onConfirm`. */
  formId?: string;
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
}

/** Asks before an action that is hard to undo. */
export function ConfirmDialog({
  confirmLabel,
  keepLabel = t('ui.cancel'),
  onKeep,
  aside,
  onConfirm,
  formId,
  busy = false,
  disabled = false,
  danger = false,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <p className="min-w-0 flex-1 basis-20 self-center text-sm text-muted empty:hidden">{aside}</p>
          <Button variant="secondary" onClick={onKeep ?? dialog.onClose}>
            {keepLabel}
          </Button>
          <Button
            {...(formId !== undefined && { type: 'submit', form: formId })}
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={disabled}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
