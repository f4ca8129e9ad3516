import { useState } from 'react';
import { t } from '../lib/i18n.ts';
import { useNavigate } from '../lib/router.ts';
import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '../ui/headless.ts';
import { LoaderCircle, Search } from '../ui/icons.tsx';
import { Modal } from '../ui/modal.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { WithNumbers } from '../ui/with-numbers.tsx';
import { useEntries } from './palette-entries.ts';
import type { Entry } from './palette-findings.ts';

/** A layer with one field that leads anywhere: arrows choose, Enter goes, Escape closes. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const { entries, isSearching, error } = useEntries(typed);
  const [first] = entries;
  const go = (entry: Entry | null | undefined) => {
    onClose();
    if (typeof entry?.to === 'function') entry.to();
    else if (entry) void navigate(entry.to);
  };
  return (
    <Modal
      open
      onClose={onClose}
      label={t('palette.title')}
      placement="fixed inset-0 flex items-start justify-center p-3 sm:pt-24"
      panel="max-h-[80dvh] max-w-xl overflow-hidden rounded-lg border border-line"
    >
      <Combobox<Entry | null> value={null} onChange={go}>
        {({ activeOption }) => (
          <>
            <div className="flex items-center gap-2 border-b border-line px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <ComboboxInput
                aria-label={t('palette.title')}
                placeholder={t('palette.title')}
                autoComplete="off"
                spellCheck={false}
                data-autofocus
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => {
                  // The server's findings came after the key that chose.
                  if (event.key === 'Enter' && !activeOption) go(first);
                }}
                className="h-12 w-full min-w-0 bg-transparent text-lg outline-none sm:text-base"
              />
              {isSearching && <LoaderCircle aria-hidden className="size-4 animate-spin text-muted" />}
            </div>
            {error && <Refusal error={error} fallback={t('palette.failed')} />}
            <ComboboxOptions static className="max-h-[60dvh] overflow-y-auto p-2 outline-none">
              {entries.map((entry) => (
                <ComboboxOption
                  // Options that change places keep the order in which they came.
                  key={`${typed} ${entry.id}`}
                  value={entry}
                  className="flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 data-focus:bg-accent-soft"
                >
                  <entry.icon aria-hidden className="size-4.5 shrink-0 text-muted" />
                  <span className="flex min-w-0 flex-col">
                    <WithNumbers className="line-clamp-2 wrap-anywhere">{entry.label}</WithNumbers>
                    {entry.detail && (
                      <WithNumbers className="text-sm wrap-anywhere text-muted">{entry.detail}</WithNumbers>
                    )}
                  </span>
                </ComboboxOption>
              ))}
            </ComboboxOptions>
            {entries.length === 0 && !isSearching && (
              <p role="status" className="px-5 pb-5 text-muted">
                {t('palette.nothing')}
              </p>
            )}
          </>
        )}
      </Combobox>
    </Modal>
  );
}
