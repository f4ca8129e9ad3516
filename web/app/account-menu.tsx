import { useNavigate } from '../lib/router.ts';
import { LogOut, Settings, ShieldCheck, SunMoon } from '../ui/icons.tsx';
import { initialsOf } from '../lib/initials.ts';
import { t } from '../lib/i18n.ts';
import { THEMES } from '../state/theme-choice.ts';
import { useTheme } from '../state/theme.ts';
import { useCurrentUser, useSession } from '../state/session.ts';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import type { MenuAction } from '../ui/menu.tsx';

const ICON = 'size-4 text-muted';

/** The person's initials, which open a menu of their account. */
export function AccountMenu() {
  const user = useCurrentUser();
  const logout = useSession((session) => session.logout);
  const { theme, setTheme } = useTheme();
  const navigate = useNavigate();

  const initials = initialsOf(user.fullName);
  const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const actions: MenuAction[] = [
    {
      label: t('shell.settings'),
      icon: <Settings aria-hidden className={ICON} />,
      onSelect: () => void navigate({ to: '/settings' }),
    },
    {
      label: t('theme.current', { theme: t(`theme.${theme}`) }),
      icon: <SunMoon aria-hidden className={ICON} />,
      onSelect: () => setTheme(nextTheme),
    },
    {
      label: t('shell.logout'),
      icon: <LogOut aria-hidden className={ICON} />,
      onSelect: () => void logout(),
    },
  ];
  if (user.role === 'admin') {
    actions.unshift({
      label: t('shell.adminPanel'),
      icon: <ShieldCheck aria-hidden className={ICON} />,
      onSelect: () => void navigate({ to: '/admin' }),
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
