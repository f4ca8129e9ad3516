import { lazy, Suspense, useEffect, useState } from 'react';
import { loadApplicationTexts, t } from '../lib/i18n.ts';
import { IconButton } from '../ui/button.tsx';
import { Search } from '../ui/icons.tsx';

const CommandPalette = lazy(async () => {
  const [{ CommandPalette: component }] = await Promise.all([import('./command-palette.tsx'), loadApplicationTexts()]);
  return { default: component };
});

/** Opens the palette, by a click or by Ctrl K. Its code is loaded only then. */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen((isOpen) => !isOpen);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <IconButton label={t('palette.open')} icon={Search} aria-keyshortcuts="Control+K" onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <CommandPalette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
