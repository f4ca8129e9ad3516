import type { ReactNode } from 'react';
import { X } from './icons.tsx';
import { t } from '../lib/i18n.ts';
import { IconButton } from './button.tsx';
import { Description, Dialog, DialogBackdrop, DialogPanel, DialogTitle } from './headless.ts';

interface ModalProps {
  open: boolean;
  onClose: () => void;
  /** Its name for a screen reader, if it has no `ModalHeader`. */
  label?: string;
  /** Where the panel stands. */
  placement: string;
  /** How the panel looks, and from which side it appears. */
  panel: string;
  className?: string;
  children: ReactNode;
}

/** A layer above the page: a dark backdrop, and a panel that traps the focus and closes on Escape. */
export function Modal({ open, onClose, label, placement, panel, className = '', children }: ModalProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      className={`relative z-40 outline-none ${className}`}
      {...(label !== undefined && { 'aria-label': label })}
    >
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-150 data-closed:opacity-0"
      />
      <div className={placement}>
        <DialogPanel transition className={`w-full bg-surface shadow-raised transition duration-150 ${panel}`}>
          {children}
        </DialogPanel>
      </div>
    </Dialog>
  );
}

interface ModalHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  onClose: () => void;
  /** Long words are cut off. */
  truncated?: boolean;
  className: string;
}

/** The subject of a panel, and the button that closes it. */
export function ModalHeader({ title, description, onClose, truncated = false, className }: ModalHeaderProps) {
  const cut = truncated ? 'truncate' : '';
  return (
    <div className={`flex items-start gap-4 px-5 ${className}`}>
      <div className="min-w-0 flex-1">
        <DialogTitle className={`text-lg font-semibold ${cut}`}>{title}</DialogTitle>
        {description && <Description className={`mt-1 text-muted ${cut}`}>{description}</Description>}
      </div>
      <IconButton label={t('ui.close')} icon={X} onClick={onClose} className="-me-1.5 -mt-1" />
    </div>
  );
}
