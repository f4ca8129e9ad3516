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
import { IconButton } from './button.tsx';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** For what has many tabs. */
  wide?: boolean;
  children: ReactNode;
}

/** A modal panel at the far edge of the screen, for looking into one thing of a list. */
export function Drawer({ open, onClose, title, description, wide = false, children }: DrawerProps) {
  return (
    <HeadlessDialog open={open} onClose={onClose} className="relative z-40">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-150 data-closed:opacity-0"
      />
      <div className={`fixed inset-y-0 end-0 flex w-full ${wide ? 'max-w-3xl' : 'max-w-xl'}`}>
        <DialogPanel
          transition
          className="flex w-full flex-col border-s border-line bg-surface shadow-raised transition duration-150 data-closed:translate-x-4 data-closed:opacity-0 rtl:data-closed:-translate-x-4"
        >
          <div className="flex items-start gap-4 border-b border-line px-5 py-4">
            <div className="min-w-0 flex-1">
              <DialogTitle className="truncate text-lg font-semibold">{title}</DialogTitle>
              {description && <Description className="truncate text-muted">{description}</Description>}
            </div>
            <IconButton label={t('ui.close')} icon={<X aria-hidden className="size-4" />} onClick={onClose} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
