import { Menu as MenuIcon } from '../ui/icons.tsx';
import { Link } from '../lib/router.ts';
import { t } from '../lib/i18n.ts';
import { useCurrentUser } from '../state/session.ts';
import { SearchButton } from './search-button.tsx';
import { IconButton } from '../ui/button.tsx';
import { Money } from '../ui/money.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { AccountMenu } from './account-menu.tsx';
import { LiveIndicator } from './live-indicator.tsx';

/** The section's title, the balance, and the account's own menu. */
export function ShellHeader({ title, onMenu }: { title: string; onMenu: () => void }) {
  const { credits } = useCurrentUser();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas/95 backdrop-blur">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-2 px-4 py-2 sm:gap-3 sm:px-6">
        <IconButton
          label={t('shell.menu')}
          icon={<MenuIcon aria-hidden className="size-5" />}
          onClick={onMenu}
          className="-ms-2 lg:hidden"
        />
        <h1 className="me-auto min-w-0 text-base leading-tight font-semibold sm:text-xl sm:tracking-tight">
          {title}
        </h1>
        <SearchButton />
        <LiveIndicator />
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
