import { isNamed } from '../../src/platform/kit/people.ts';
import { May } from '../ui/may.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getBanner } from '../../src/admin/settings/contract.ts';
import type { ResponseOf } from '../../src/platform/kit/endpoint.ts';
import { ConfirmEmailNotice } from '../features/sign-in/confirm-email-notice.tsx';
import { StepUpDialog } from '../features/sign-in/step-up-dialog.tsx';
import { onSecondFactorNeeded } from '../lib/call.ts';
import { currentLanguage, t } from '../lib/i18n.ts';
import { useLiveStatus } from '../lib/live-status.ts';
import { queryClient } from '../lib/query-client.ts';
import { Navigate, Outlet, useLocation, useNavigate } from '../lib/router.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { useSecondsUntil } from '../lib/use-seconds-until.ts';
import { usePassed } from '../lib/use-passed.ts';
import { useRead } from '../lib/reads.ts';
import { followOwnBrand } from '../state/brand.ts';
import { useSession, useCurrentUser } from '../state/session.ts';
import { closeTelephone, useTelephone } from '../state/telephone.ts';
import { viewing, endViewing } from '../state/viewing.ts';
import { SmallButton, IconButton } from '../ui/button.tsx';
import { CloudOff, X } from '../ui/icons.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { formatTime } from '../ui/values.tsx';
import { loadToastRegion } from '../ui/toast.tsx';
import { parseSectionSearch, sectionAt } from './section-ids.ts';
import { ShellHeader } from './shell-header.tsx';
import { Sidebar } from './sidebar.tsx';

/** Says that there is no connection and when the next attempt is made, and offers to try at once. */
function OfflineNotice() {
  const { status, retryAt, tryNow } = useLiveStatus();
  if (status !== 'offline') return null;
  return (
    <div className="sticky top-16 z-10 border-b border-line bg-warning-soft text-ink">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6">
        <CloudOff aria-hidden className="size-4 shrink-0" />
        <p role="status" className="min-w-0 flex-1 basis-60">
          <span className="font-medium">{t('shell.live.offline')}</span> · {t('shell.live.offlineText')}
        </p>
        {retryAt !== null && <Countdown key={retryAt} until={retryAt} />}
        <SmallButton busy={retryAt === null} onClick={tryNow}>
          {t('shell.live.tryNow')}
        </SmallButton>
      </div>
    </div>
  );
}

/** Not read aloud, because it changes every second. */
function Countdown({ until }: { until: number }) {
  return (
    <p aria-hidden className="text-sm">
      {t('shell.live.nextTry', { count: useSecondsUntil(until) })}
    </p>
  );
}

/** The banner that was dismissed in this browser. */
const STORAGE_KEY = 'topline-banner';

/**
 * The services that are slow, and the operator's message to everybody, above every page; the message until its time is over or it is
 * dismissed.
 */
function BannerNotice() {
  const { data, refetch } = useRead(getBanner, {});
  const [putAway, setPutAway] = useState(() => localStorage.getItem(STORAGE_KEY));
  const hasChanged = usePassed(data?.changesAt ?? null);
  useEffect(() => {
    if (hasChanged) void refetch();
  }, [hasChanged, refetch]);
  const slow = data?.slow ?? [];
  const banner = data?.banner?.id === putAway ? null : data?.banner;
  if (!banner && slow.length === 0) return null;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-2 px-4 pt-4 sm:px-6 print:hidden">
      {slow.map(({ service }) => (
        <Notice key={service} tone="warning">
          <p role="status">{t(`shell.slow.${service}`)}</p>
        </Notice>
      ))}
      {banner && <Banner banner={banner} onDismiss={() => setPutAway(banner.id)} />}
    </div>
  );
}

type Shown = NonNullable<ResponseOf<typeof getBanner>['banner']>;

function Banner({ banner, onDismiss }: { banner: Shown; onDismiss: () => void }) {
  const own = banner.texts[currentLanguage()];
  return (
    <aside aria-label={t('shell.banner')}>
      <Notice tone={banner.tone}>
        <div className="flex items-start gap-2">
          {/* The direction follows the text, which may be in another language. */}
          <p dir="auto" className="min-w-0 flex-1 break-words">
            {own ?? banner.text}
          </p>
          <span className="-my-1.5">
            <IconButton
              label={t('shell.dismissBanner')}
              icon={X}
              onClick={() => {
                localStorage.setItem(STORAGE_KEY, banner.id);
                onDismiss();
              }}
            />
          </span>
        </div>
      </Notice>
    </aside>
  );
}

/** Loaded when it is first opened: wide screens never need it. */
const MobileNavigation = lazyPart(async () => (await import('./mobile-navigation.tsx')).default);

/** Loaded when somebody opens it. */
const Telephone = lazyPart(async () => (await import('../features/voice/telephone.tsx')).default);

/** When the code of toasts is loaded, if nobody has touched anything before. */
const TOASTS_AFTER_MS = 5_000;

const loadKeeper = ({ target }: FocusEvent) =>
  void (navigator.onLine && import('./keep-focus.ts').then(({ keepFocus }) => keepFocus(target)));

/** The frame of every signed-in screen. The live connection and the query cache last as long as it does. */
export function Shell() {
  const userId = useSession((session) => session.user?.id);
  const person = useSession((session) => session.person);
  if (!userId) return <Navigate to="/" replace />;
  return (
    <QueryClientProvider key={userId} client={queryClient}>
      <May value={(name) => !person || isNamed(person.role, name)}>
        <SignedInShell userId={userId} />
      </May>
    </QueryClientProvider>
  );
}

function SignedInShell({ userId }: { userId: string }) {
  const [menuOpen, setMenuOpen] = useState<boolean | null>(null);
  const telephone = useTelephone((state) => state.open);
  const { pathname, search } = useLocation();
  const section = sectionAt(pathname, parseSectionSearch(search).section);
  // The long one is that of the list of numbers.
  const title = t(pathname.startsWith('/did-numbers/') ? 'sections.did.label' : `sections.${section}.title`);
  useDocumentTitle(title);

  const navigate = useNavigate();
  const elsewhere = pathname !== '/settings';
  useEffect(
    () =>
      onSecondFactorNeeded(() => {
        if (elsewhere) void navigate({ to: '/settings', hash: 'security' });
      }),
    [navigate, elsewhere],
  );

  useEffect(() => {
    void useSession.getState().refresh();
    // The screen for failures must be loaded before the connection is lost, but the first view does not wait.
    const loadToasts = () => void (navigator.onLine && loadToastRegion());
    const later = setTimeout(loadToasts, TOASTS_AFTER_MS);
    addEventListener('focusin', loadToasts, { once: true });
    addEventListener('focusin', loadKeeper, { once: true });
    let disconnect: (() => void) | null = () => {};
    // The reader of events comes after the screen itself.
    void import('../lib/live.ts').then(({ connectLive }) => {
      // The events of the browser's session are the administrator's.
      if (disconnect && !viewing()) disconnect = connectLive(userId);
    });
    const leaveBrand = followOwnBrand(userId);
    return () => {
      clearTimeout(later);
      removeEventListener('focusin', loadToasts);
      removeEventListener('focusin', loadKeeper);
      disconnect?.();
      disconnect = null;
      leaveBrand();
      closeTelephone();
      // The next person who signs in on this browser must find nothing of this account.
      queryClient.clear();
    };
  }, [userId]);

  return (
    <div className="lg:ps-60 print:ps-0">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
      >
        {t('app.skipToContent')}
      </a>
      <aside className="fixed inset-y-0 start-0 z-20 hidden w-60 border-e border-line bg-surface lg:block print:hidden">
        <Sidebar current={section} />
      </aside>
      {menuOpen !== null && <MobileNavigation open={menuOpen} onClose={() => setMenuOpen(false)} current={section} />}
      <ShellHeader title={title} onMenu={() => setMenuOpen(true)} />
      <OfflineNotice />
      <BannerNotice />
      <main id="content" tabIndex={-1} className="mx-auto max-w-6xl p-4 outline-none sm:p-6 print:*:not-last:hidden">
        <ConfirmEmailNotice />
        <Outlet />
      </main>
      <StepUpDialog />
      {telephone && <Telephone {...telephone} />}
      {viewing() && <ViewBar />}
    </div>
  );
}

/** Says that somebody sees an account that is not theirs, and ends it when its time is over. */
function ViewBar() {
  const view = viewing();
  const { email } = useCurrentUser();
  const isDemonstration = useSession(({ person }) => person !== null);
  const until = view?.until;
  useEffect(() => {
    if (!until) return undefined;
    const timer = setTimeout(endViewing, Date.parse(until) - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (!view) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-t border-line bg-warning-soft px-4 py-2 text-ink"
    >
      <p className="min-w-0 break-words">
        {isDemonstration ? t('shell.demonstration') : t('shell.viewing', { email, time: formatTime(view.until) })}
      </p>
      <SmallButton onClick={() => endViewing(isDemonstration ? '/register' : undefined)}>
        {isDemonstration ? t('auth.register.submit') : t('shell.endViewing')}
      </SmallButton>
    </div>
  );
}
