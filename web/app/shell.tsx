import { lazy, Suspense, useEffect, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation, useNavigate } from '../lib/router.ts';
import { StepUpDialog } from '../features/sign-in/step-up-dialog.tsx';
import { ConfirmEmailNotice } from '../features/sign-in/confirm-email-notice.tsx';
import { t } from '../lib/i18n.ts';
import { onSecondFactorNeeded } from '../lib/call.ts';
import { queryClient } from '../lib/query-client.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { followOwnBrand } from '../state/brand.ts';
import { useSession } from '../state/session.ts';
import { BannerNotice } from './banner-notice.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { parseSectionSearch, sectionAt } from './section-ids.ts';
import { ShellHeader } from './shell-header.tsx';
import { Sidebar } from './sidebar.tsx';

/** Loaded when it is first opened: wide screens never need it. */
const MobileNavigation = lazy(() => import('./mobile-navigation.tsx'));

/** The frame of every signed-in screen. The live connection and the query cache last as long as it does. */
export function Shell() {
  const userId = useSession((session) => session.user?.id);
  if (!userId) return <Navigate to="/" replace />;
  return (
    <QueryClientProvider key={userId} client={queryClient}>
      <SignedInShell userId={userId} />
    </QueryClientProvider>
  );
}

function SignedInShell({ userId }: { userId: string }) {
  const [menuOpen, setMenuOpen] = useState<boolean | null>(null);
  const { pathname, search } = useLocation();
  const section = sectionAt(pathname, parseSectionSearch(search).section);
  const title = t(`sections.${section}.title`);
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
    // The notice of a lost connection must be loaded before the connection is lost.
    void import('../ui/toast-region.tsx');
    let disconnect: (() => void) | null = () => {};
    // What reads events comes after the screen itself.
    void import('../lib/live.ts').then(({ connectLive }) => {
      if (disconnect) disconnect = connectLive(userId);
    });
    const leaveBrand = followOwnBrand(userId);
    return () => {
      disconnect?.();
      disconnect = null;
      leaveBrand();
      // The next person who signs in on this browser must find nothing of this account.
      queryClient.clear();
    };
  }, [userId]);

  return (
    <div className="lg:ps-60">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:start-3 focus:top-3"
      >
        {t('app.skipToContent')}
      </a>
      <aside className="fixed inset-y-0 start-0 z-20 hidden w-60 border-e border-line bg-surface lg:block">
        <Sidebar current={section} />
      </aside>
      {menuOpen !== null && (
        <Suspense>
          <MobileNavigation open={menuOpen} onClose={() => setMenuOpen(false)} current={section} />
        </Suspense>
      )}
      <ShellHeader title={title} onMenu={() => setMenuOpen(true)} />
      <OfflineNotice />
      <BannerNotice />
      <main id="content" tabIndex={-1} className="mx-auto max-w-6xl p-4 outline-none sm:p-6">
        <ConfirmEmailNotice />
        <Outlet />
      </main>
      <StepUpDialog />
    </div>
  );
}
