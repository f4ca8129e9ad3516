import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SETTING_NAMES } from '../../db/enums.ts';
import { type Found, searchEverything, SHORTEST_SEARCH } from '../../src/admin/search/contract.ts';
import { TAB_ENDPOINTS } from '../features/admin/tab-endpoints.ts';
import { ADMIN_TABS } from '../lib/admin-tabs.ts';
import { call } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { useNavigate } from '../lib/router.ts';
import { SETTINGS_SUBJECTS } from '../lib/settings-subjects.ts';
import { useMay } from '../lib/use-may.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useSession } from '../state/session.ts';
import { useTheme } from '../state/theme.ts';
import { THEMES } from '../state/theme-choice.ts';
import { formatPounds } from '../ui/format-money.ts';
import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '../ui/headless.ts';
import { LoaderCircle, Search } from '../ui/icons.tsx';
import { Modal } from '../ui/modal.tsx';
import { Refusal } from '../ui/refusal.tsx';
import { formatTime } from '../ui/time.tsx';
import { addressOf } from './section-ids.ts';
import { useSections } from './sections.ts';

/** One line of the palette. */
interface Entry {
  id: string;
  label: string;
  detail: string;
  go: () => void;
}

type Navigate = ReturnType<typeof useNavigate>;

/** The places that a typed text leads to: screens and actions for everybody; for administrators also tabs, settings and the server's findings. */
function useEntries(typed: string) {
  const navigate = useNavigate();
  const q = useDebounced(typed.trim());
  const may = useMay();
  const person = useSession((session) => session.person);
  const isAsked = may(searchEverything) && q.length >= SHORTEST_SEARCH;
  const found = useQuery({
    queryKey: ['api', 'admin', 'search', q],
    queryFn: ({ signal }) => call(searchEverything, { query: { q }, signal }),
    enabled: isAsked,
  });
  const screens: Entry[] = [
    ...useSections().map((section) => ({
      ...{ id: section.id, label: t(`sections.${section.id}.label`), detail: t('palette.screen') },
      go: () => void navigate(addressOf(section.id)),
    })),
    ...ofPanel(navigate, may),
    ...(person ? [] : ofSettings(navigate)),
    ...useActions(),
  ];
  const wanted = typed.trim().toLocaleLowerCase();
  const named = screens.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  const hits = isAsked ? (found.data ?? []).map((hit) => entryOf(hit, navigate)) : [];
  return {
    entries: [...hits, ...named].slice(0, 40),
    isSearching: isAsked && (found.isFetching || typed.trim() !== q),
    error: isAsked ? found.error : null,
  };
}

/** The actions that need no screen. */
function useActions(): Entry[] {
  const { setTheme } = useTheme();
  const logout = useSession((session) => session.logout);
  const detail = t('palette.action');
  return [
    ...THEMES.map((theme) => ({
      ...{ id: `theme-${theme}`, label: t('theme.current', { theme: t(`theme.${theme}`) }), detail },
      go: () => setTheme(theme),
    })),
    { id: 'logout', label: t('shell.logout'), detail, go: () => void logout() },
  ];
}

const ofPanel = (navigate: Navigate, may: ReturnType<typeof useMay>): Entry[] => [
  ...ADMIN_TABS.filter((tab) => may(TAB_ENDPOINTS[tab])).map((tab) => ({
    ...{ id: `tab-${tab}`, label: t(`admin.tabs.${tab}`), detail: t('sections.admin.label') },
    go: () => void navigate({ to: '/admin', hash: tab }),
  })),
  ...(may(TAB_ENDPOINTS.settings) ? SETTING_NAMES : []).map((name) => ({
    ...{ id: `setting-${name}`, label: t(`admin.setting.${name}.name`), detail: t('admin.tabs.settings') },
    go: () => void navigate({ to: '/admin', hash: 'settings', search: { setting: name } }),
  })),
];

const ofSettings = (navigate: Navigate): Entry[] =>
  SETTINGS_SUBJECTS.map(({ hash, title }) => ({
    ...{ id: `subject-${hash}`, label: t(title), detail: t('sections.settings.label') },
    go: () => void navigate({ to: '/settings', hash }),
  }));

function entryOf({ kind, id, userId, email, title, detail, at }: Found, navigate: Navigate): Entry {
  const isPayment = kind === 'payment';
  const label = isPayment ? formatPounds(title) : title || email;
  const about = [t(`palette.${kind}`), kind === 'user' ? detail : null, email, formatTime(at)];
  const isWaiting = detail === 'pending';
  return {
    ...{ id: `${kind}-${id}`, label, detail: about.filter(Boolean).join(' · ') },
    go: () =>
      void navigate(
        isPayment
          ? { to: '/admin', hash: 'payments', search: { find: id, view: isWaiting ? undefined : 'decided' } }
          : { to: '/admin', hash: 'users', search: { user: userId } },
      ),
  };
}

/** A layer with one field that leads anywhere: arrows choose, Enter goes, Escape closes. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { entries, isSearching, error } = useEntries(typed);
  const [first] = entries;
  const go = (entry: Entry | null | undefined) => {
    onClose();
    entry?.go();
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
                  key={entry.id}
                  value={entry}
                  className="flex cursor-pointer flex-col rounded-md px-3 py-2 data-focus:bg-accent-soft"
                >
                  <span className="break-words">{entry.label}</span>
                  <span className="text-sm break-all text-muted">{entry.detail}</span>
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
