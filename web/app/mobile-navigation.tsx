import { Dialog, DialogBackdrop, DialogPanel } from '../ui/headless.ts';
import { X } from 'lucide-react';
import { t } from '../lib/i18n.ts';
import { IconButton } from '../ui/button.tsx';
import type { SectionId } from './section-ids.ts';
import { Sidebar } from './sidebar.tsx';

interface MobileNavigationProps {
  open: boolean;
  onClose: () => void;
  current: SectionId;
}

/** The sidebar as a drawer, where there is no room for it beside the content. */
export function MobileNavigation({ open, onClose, current }: MobileNavigationProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-label={t('shell.navigation')}
      className="relative z-40 lg:hidden"
    >
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-150 data-closed:opacity-0"
      />
      <DialogPanel
        transition
        className="fixed inset-y-0 start-0 w-72 max-w-[85vw] bg-surface shadow-raised transition duration-150 data-closed:-translate-x-full rtl:data-closed:translate-x-full"
      >
        <IconButton
          label={t('shell.closeMenu')}
          icon={<X aria-hidden className="size-4.5" />}
          onClick={onClose}
          className="absolute end-3 top-4"
        />
        <Sidebar current={current} onNavigate={onClose} />
      </DialogPanel>
    </Dialog>
  );
}
