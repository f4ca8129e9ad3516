import type { ReactNode } from 'react';
import { Modal, ModalHeader } from './modal.tsx';

interface DrawerProps {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** A wider panel, for content with many tabs. */
  wide?: boolean;
  children: ReactNode;
}

/** A modal panel at the edge of the screen. It shows the details of one row of a list. */
export function Drawer({ onClose, title, description, wide = false, children }: DrawerProps) {
  return (
    <Modal
      open
      onClose={onClose}
      placement={`drawer fixed inset-y-0 end-0 flex w-full ${wide ? 'max-w-5xl' : 'max-w-xl'}`}
      panel="flex flex-col border-s border-line data-closed:translate-x-4 data-closed:opacity-0 rtl:data-closed:-translate-x-4"
    >
      <ModalHeader
        title={title}
        description={description}
        onClose={onClose}
        truncated
        className="border-b border-line py-4"
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
    </Modal>
  );
}
