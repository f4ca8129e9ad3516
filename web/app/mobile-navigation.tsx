import { X } from '../ui/icons.tsx';
import { t } from '../lib/i18n.ts';
import { IconButton } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import type { SectionId } from './section-ids.ts';
import { Sidebar } from './sidebar.tsx';

interface MobileNavigationProps {
  open: boolean;
  onClose: () => void;
  current: SectionId;
}

/** The sidebar as a drawer, for screens that are too narrow to show it beside the content. */
export default function MobileNavigation({ open, onClose, current }: MobileNavigationProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      label={t('shell.navigation')}
      className="lg:hidden"
      placement="fixed inset-y-0 start-0 flex w-72 max-w-[85vw]"
      panel="relative data-closed:-translate-x-full rtl:data-closed:translate-x-full"
    >
      <IconButton label={t('shell.closeMenu')} icon={X} onClick={onClose} className="absolute end-3 top-4" />
      <Sidebar current={current} onNavigate={onClose} />
    </Modal>
  );
}
