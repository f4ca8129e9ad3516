import { useQuery } from '@tanstack/react-query';
import { SETTING_NAMES } from '../../db/enums.ts';
import { type Found, searchEverything, SHORTEST_SEARCH } from '../../src/admin/search/contract.ts';
import { ADMIN_TABS } from '../lib/admin-tabs.ts';
import { addressOf } from './section-ids.ts';
import { SECTIONS } from './sections.ts';
import { call } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { useNavigate } from '../lib/router.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { useCurrentUser } from '../state/session.ts';
import { formatPounds } from '../ui/format-money.ts';
import { formatTime } from '../ui/time.tsx';
import { SETTING_TEXTS } from '../features/admin/settings/setting-names.ts';

/** One line of the palette. */
export interface Entry {
  id: string;
  label: string;
  detail: string;
  go: () => void;
}

type Navigate = ReturnType<typeof useNavigate>;

/** What a typed text leads to: screens for everybody; for administrators tabs, settings, and what the server finds. */
export function useEntries(typed: string) {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const isAdmin = user.role === 'admin';
  const q = useDebounced(typed.trim());
  const isAsked = isAdmin && q.length >= SHORTEST_SEARCH;
  const found = useQuery({
    queryKey: ['api', 'admin', 'search', q],
    queryFn: ({ signal }) => call(searchEverything, { query: { q }, signal }),
    enabled: isAsked,
  });
  const screens: Entry[] = [
    ...SECTIONS.filter(({ adminOnly }) => isAdmin || !adminOnly).map((section) => ({
      ...{ id: section.id, label: t(`sections.${section.id}.label`), detail: t('palette.screen') },
      go: () => void navigate(addressOf(section.id)),
    })),
    ...(isAdmin ? ofPanel(navigate) : []),
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

const ofPanel = (navigate: Navigate): Entry[] => [
  ...ADMIN_TABS.map((tab) => ({
    ...{ id: `tab-${tab}`, label: t(`admin.tabs.${tab}`), detail: t('sections.admin.label') },
    go: () => void navigate({ to: '/admin', hash: tab }),
  })),
  ...SETTING_NAMES.map((name) => ({
    ...{ id: `setting-${name}`, label: t(SETTING_TEXTS[name].name), detail: t('admin.tabs.settings') },
    go: () => void navigate({ to: '/admin', hash: 'settings' }),
  })),
];

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
