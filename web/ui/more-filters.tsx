import { type ReactNode, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './button.tsx';

/** Filters that a narrow screen shows when they are asked for. @param open at first */
export function MoreFilters({ open, children }: { open: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(open);
  return (
    <>
      <Button variant="secondary" className="px-2.5 sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'filters.fewer' : 'filters.more')}
      </Button>
      <div className={`${isOpen ? 'flex' : 'hidden'} basis-full flex-wrap items-center gap-2 sm:contents`}>
        {children}
      </div>
    </>
  );
}
