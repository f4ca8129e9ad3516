import { countUnread } from '../../src/services/inbox/contract.ts';
import { formatNumber, t } from '../lib/i18n.ts';
import { Link } from '../lib/router.ts';
import { usePendingCount } from '../lib/use-pending-count.ts';
import { useRead } from '../lib/reads.ts';
import { useCurrentUser, useSession } from '../state/session.ts';
import { LogOut } from '../ui/icons.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { addressOf, type SectionId } from './section-ids.ts';
import { GROUPS, ICONS, useSections } from './sections.ts';

const ROW = 'flex h-9 w-full items-center gap-3 rounded-md px-3 text-start font-medium transition-colors';

/** The sections, in groups, and the button to sign out. */
export function Sidebar({ current, onNavigate }: { current: SectionId; onNavigate?: () => void }) {
  const logout = useSession((session) => session.logout);
  const sections = useSections();
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-16 shrink-0 items-center px-6">
        <Wordmark />
      </div>
      <nav aria-label={t('shell.navigation')} className="flex-1 overflow-y-auto px-3 pb-4">
        {(['services', 'account', 'system'] as const).map((group) => (
          <div key={group} className="mt-4 first:mt-1">
            <p className="px-3 pb-1 text-xs font-medium text-muted">{t(`shell.groups.${group}`)}</p>
            <ul className="flex flex-col gap-0.5">
              {sections
                .filter((id) => GROUPS[group].includes(id))
                .map((id) => (
                  <li key={id}>
                    <SectionLink id={id} active={id === current} onNavigate={onNavigate} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="border-t border-line p-3">
        <button
          type="button"
          onClick={() => void logout()}
          className={`${ROW} text-muted hover:bg-sunken hover:text-ink`}
        >
          <LogOut aria-hidden className="size-4.5" />
          {t('shell.logout')}
        </button>
      </div>
    </div>
  );
}

interface SectionLinkProps {
  id: SectionId;
  active: boolean;
  onNavigate: (() => void) | undefined;
}

function SectionLink({ id, active, onNavigate }: SectionLinkProps) {
  const Icon = ICONS[id];
  return (
    <Link
      {...addressOf(id)}
      // Every section without a path of its own counts as part of /dashboard.
      activeOptions={{ exact: true, includeSearch: true }}
      onClick={onNavigate}
      aria-current={active ? 'page' : undefined}
      className={`${ROW} ${active ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-sunken hover:text-ink'}`}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span className="truncate">{t(`sections.${id}.label`)}</span>
      {id === 'inbox' && <UnreadConversations />}
      {id === 'admin' && <WaitingPayments />}
    </Link>
  );
}

/** How many conversations nobody has read, kept up to date by the live connection. */
function UnreadConversations() {
  const { id } = useCurrentUser();
  const count = useRead(countUnread, { id }).data?.count ?? 0;
  return <CountMark count={count} text={t('shell.unread', { count })} />;
}

/** How many payments wait for an administrator, kept up to date by the live connection. */
function WaitingPayments() {
  const count = usePendingCount() ?? 0;
  return <CountMark count={count} text={t('shell.waiting', { count })} />;
}

/** How many things wait, at the end of a row; nothing where none does. @param text says it to who cannot see */
function CountMark({ count, text }: { count: number; text: string }) {
  if (count === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent">
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
