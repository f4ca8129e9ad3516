import type { ReactNode } from 'react';
import {
  Description,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
  Dialog as HeadlessDialog,
} from './headless.ts';
import { X } from 'lucide-react';
import { t } from '../lib/i18n.ts';
import { Button, IconButton } from './button.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** The buttons, at the lower edge. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** A modal dialog: traps the focus, closes on Escape, scrolls inside itself on a small screen. */
export function Dialog({ open, onClose, title, description, footer, children }: DialogProps) {
  return (
    <HeadlessDialog open={open} onClose={onClose} className="relative z-40">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-150 data-closed:opacity-0"
      />
      <div className="fixed inset-0 flex items-end justify-center sm:items-center sm:p-4">
        <DialogPanel
          transition
          className="flex max-h-[92dvh] w-full max-w-lg flex-col rounded-t-lg border border-line bg-surface shadow-raised transition duration-150 data-closed:translate-y-2 data-closed:opacity-0 sm:rounded-lg"
        >
          <div className="flex items-start gap-4 px-5 pt-5 pb-3">
            <div className="min-w-0 flex-1">
              <DialogTitle className="text-lg font-semibold">{title}</DialogTitle>
              {description && <Description className="mt-1 text-muted">{description}</Description>}
            </div>
            <IconButton
              label={t('ui.close')}
              icon={<X aria-hidden className="size-4" />}
              onClick={onClose}
              className="-me-1.5 -mt-1"
            />
          </div>
          {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">
              {footer}
            </footer>
          )}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, 'footer'> {
  confirmLabel: string;
  onConfirm: () => void;
  busy?: boolean;
  danger?: boolean;
}

/** Asks before something that cannot be undone lightly. */
export function ConfirmDialog({
  confirmLabel,
  onConfirm,
  busy = false,
  danger = false,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
