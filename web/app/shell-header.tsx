import { useEffect, useState } from 'react';
import { call } from '../lib/call.ts';
import { t, withTexts } from '../lib/i18n.ts';
import { useLiveStatus } from '../lib/live-status.ts';
import { Link, useNavigate } from '../lib/router.ts';
import { viewing } from '../state/viewing.ts';
import { useCurrentUser, useSession } from '../state/session.ts';
import { THEMES } from '../state/theme-choice.ts';
import { useTheme } from '../state/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { Bell, LogOut, Menu as MenuIcon, Settings, ShieldCheck, SunMoon, Search, Users } from '../ui/icons.tsx';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import type { MenuAction } from '../ui/menu.tsx';
import { Money } from '../ui/values.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { useToasts } from '../ui/toast-store.ts';
import { useDecided } from './use-decided.ts';

const DOT = {
  live: 'bg-success',
  connecting: 'bg-line-strong',
  reconnecting: 'bg-warning animate-pulse',
  offline: 'bg-danger',
};

/** Shows whether the live connection keeps the screen up to date. */
function LiveIndicator() {
  const status = useLiveStatus((state) => state.status);
  const hint = status === 'live' ? 'shell.live.liveHint' : 'shell.live.reconnectingHint';
  return (
    <p
      role="status"
      title={status === 'connecting' ? undefined : t(hint)}
      className="flex items-center gap-1.5 text-sm text-muted"
    >
      <span aria-hidden className={`size-2 rounded-full ${DOT[status]}`} />
      <span className="max-md:sr-only">{t(`shell.live.${status}`)}</span>
    </p>
  );
}

/** The person's initials, which open a menu of their account. */
function AccountMenu() {
  const user = useCurrentUser();
  const { logout, person, enter } = useSession();
  const { theme, setTheme } = useTheme();
  const navigate = useNavigate();

  const initials = initialsOf(user.fullName);
  const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const actions: MenuAction[] = [
    { label: t('shell.settings'), icon: Settings, onSelect: () => void navigate({ to: '/settings' }) },
    { label: t('shell.people'), icon: Users, onSelect: () => void navigate({ to: '/settings', hash: 'people' }) },
    { label: t('theme.current', { theme: t(`theme.${theme}`) }), icon: SunMoon, onSelect: () => setTheme(nextTheme) },
    { label: t('shell.logout'), icon: LogOut, onSelect: () => void logout() },
  ];
  if (user.role === 'admin') {
    actions.unshift({
      label: t('shell.adminPanel'),
      icon: ShieldCheck,
      onSelect: () => void navigate({ to: '/admin' }),
    });
  }

  if (person && !viewing()) {
    actions.unshift({
      label: t('shell.ownAccount'),
      icon: Users,
      onSelect: () =>
        void enter(async () => {
          const { enterAccount } = await import('../../src/callers/people/contract.ts');
          return call(enterAccount, { body: { personId: null } });
        }),
    });
  }

  return (
    <LazyMenu
      label={t('shell.accountMenu', { initials, name: user.fullName })}
      trigger={
        <span className="flex size-9 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent">
          {initials}
        </span>
      }
      actions={actions}
    />
  );
}

/** The section's title, the balance, and the account's own menu. */
export function ShellHeader({ title, onMenu }: { title: string; onMenu: () => void }) {
  const { credits } = useCurrentUser();
  // On a telephone there is room for what stands before the dash.
  const [head, ...more] = title.split(/(?=\s*[-–—:] )/);
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas/95 backdrop-blur print:hidden">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-1 px-3 py-2 sm:gap-3 sm:px-6">
        <IconButton
          label={t('shell.menu')}
          icon={MenuIcon}
          iconClass="size-5"
          onClick={onMenu}
          className="-ms-2 lg:hidden"
        />
        <h1 className="me-auto line-clamp-2 min-w-0 text-sm wrap-anywhere hyphens-auto leading-tight font-semibold tracking-tight sm:text-xl">
          {head}
          <span className="max-sm:sr-only">{more.join('')}</span>
        </h1>
        <SearchButton />
        <NoticesButton />
        {!viewing() && <LiveIndicator />}
        <Link
          to="/billing"
          title={t('shell.openBilling')}
          className="flex flex-col items-end rounded-md px-1 text-base leading-tight hover:bg-sunken"
        >
          <span className="text-xs text-muted max-sm:sr-only">{t('shell.balance')}</span>
          <span className="font-semibold">
            <Money value={credits} />
          </span>
        </Link>
        <span className="max-sm:hidden">
          <ThemeToggle />
        </span>
        <AccountMenu />
      </div>
    </header>
  );
}

const CommandPalette = lazyPart(() => withTexts(async () => (await import('./command-palette.tsx')).CommandPalette));

/** Opens the palette, by a click or by Ctrl K. Its code is loaded only then. */
function SearchButton() {
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
      <IconButton label={t('shell.search')} icon={Search} aria-keyshortcuts="Control+K" onClick={() => setOpen(true)} />
      {open && <CommandPalette onClose={() => setOpen(false)} />}
    </>
  );
}

const NoticesDrawer = lazyPart(() => withTexts(async () => (await import('./notices-drawer.tsx')).NoticesDrawer));

/** Opens what toasts said before, and the payments decided meanwhile; a dot says that nobody has read something. */
function NoticesButton() {
  const { id } = useCurrentUser();
  const [open, setOpen] = useState(false);
  const all = useToasts((state) => state.kept);
  const kept = all.filter(({ userId }) => userId === id);
  const { decided, markSeen } = useDecided(id, kept);
  const isUnread = [...kept, ...decided].some((notice) => notice.isUnread);
  const close = () => {
    setOpen(false);
    markSeen();
  };
  return (
    <span className="relative flex">
      <IconButton
        label={t(isUnread ? 'shell.notices.unread' : 'shell.notices.title')}
        icon={Bell}
        onClick={() => setOpen(true)}
      />
      {isUnread && (
        <span aria-hidden className="pointer-events-none absolute end-1 top-1 size-2 rounded-full bg-accent" />
      )}
      {open && <NoticesDrawer userId={id} {...{ kept, decided, markSeen }} onClose={close} />}
    </span>
  );
}

/** The first letters of a name's first and last word, e.g. `AL` of "Ada King Lovelace" and `AS` of "Anna (Sales)". */
export function initialsOf(fullName: string): string {
  const words = fullName.match(/[^\s\p{P}\p{Sm}]\S*/gu) ?? [fullName.trim()];
  const chosen = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('');
}
