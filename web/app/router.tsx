import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '../lib/router.ts';
import { loadFirstTexts, withTexts } from '../lib/i18n.ts';
import { parsePaymentSearch } from '../lib/payment-address.ts';
import { isPageAsked, keepAskedPage } from '../state/asked-page.ts';
import { useSession } from '../state/session.ts';
import { PAGE_NAMES } from '../../src/shared/page-names.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { FailureScreen } from './failure-screen.tsx';
import { parseAdminSearch, parseSectionSearch } from './section-ids.ts';

const loadLanding = () => import('./landing-screen.tsx');

/** Signed-in people do not need the public pages. */
function leaveWhenSignedIn(): void {
  if (useSession.getState().isAuthenticated) throw redirect({ to: '/dashboard', replace: true });
}

/** Whoever follows a link signs in and goes on; whoever signed out by hand is done. */
function leaveWhenSignedOut({ location, cause }: { location: { href: string }; cause: string }): void {
  if (useSession.getState().isAuthenticated) return;
  const isDone = cause === 'stay' && !isPageAsked();
  keepAskedPage(location.href);
  throw redirect({ to: isDone ? '/' : '/login', replace: true });
}

function leaveUnlessAdmin(): void {
  if (useSession.getState().user?.role !== 'admin') throw redirect({ to: '/', replace: true });
}

/** The frame of all signed-in screens, with its texts; the first screen's are among them. */
async function loadFrame() {
  const [{ SectionScreen, Shell }] = await Promise.all([import('./frame.ts'), loadFirstTexts()]);
  return { SectionScreen, Shell };
}

/**
 * Pages that mails link to, and the status. Few people see them, so their texts are loaded with those of the signed-in
 * screens.
 */
const loadLinkPages = () => withTexts(() => import('../features/sign-in/link-pages.ts'));

/** The router would load a component of its own with each page. */
const NotFoundPage = lazyPart(async () => (await loadLinkPages()).NotFoundPage);

const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: FailureScreen });

const landingPage = <Path extends string>(path: Path, screen: 'LandingScreen' | 'LoginScreen' | 'RegisterScreen') =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: leaveWhenSignedIn,
    component: lazyRouteComponent(loadLanding, screen),
  });

const linkPage = <Path extends string>(path: Path, page: keyof Awaited<ReturnType<typeof loadLinkPages>>) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(loadLinkPages, page) });

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: leaveWhenSignedOut,
  component: lazyRouteComponent(loadFrame, 'Shell'),
});

/** A screen of its own path, loaded with its texts. */
const screenAt = <Path extends string, Screens extends Record<string, unknown>>(
  path: Path,
  load: () => Promise<Screens>,
  name: keyof Screens & string,
) =>
  createRoute({
    getParentRoute: () => signedInRoute,
    path,
    component: lazyRouteComponent(() => withTexts(load), name),
  });

const sectionScreen = lazyRouteComponent(loadFrame, 'SectionScreen');

const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard',
  validateSearch: parseSectionSearch,
  beforeLoad: ({ search }) => {
    if (search.section === 'admin') leaveUnlessAdmin();
  },
  component: sectionScreen,
});

/** Stays on the screen when the dialog of a payment opens or closes. */
const billingFrame = createRoute({ getParentRoute: () => signedInRoute, id: 'billing', component: sectionScreen });

const billingRoute = createRoute({ getParentRoute: () => billingFrame, path: '/billing' });

const newPaymentRoute = createRoute({
  getParentRoute: () => billingFrame,
  path: '/billing/payments/new',
  validateSearch: parsePaymentSearch,
});

const numbersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/did-numbers',
  component: sectionScreen,
});

const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  validateSearch: parseAdminSearch,
  beforeLoad: leaveUnlessAdmin,
  component: lazyRouteComponent(() => withTexts(() => import('../features/admin/admin-page.tsx')), 'AdminPage'),
});

/** The addresses of the application. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    landingPage('/', 'LandingScreen'),
    landingPage('/login', 'LoginScreen'),
    landingPage('/register', 'RegisterScreen'),
    linkPage('/forgot-password', 'ForgotPasswordPage'),
    linkPage('/reset-password', 'ResetPasswordPage'),
    linkPage('/confirm-email', 'ConfirmEmailPage'),
    linkPage('/invitation', 'InvitationPage'),
    linkPage('/undo-email', 'UndoEmailPage'),
    linkPage('/undo-closing', 'UndoClosingPage'),
    linkPage('/status', 'StatusPage'),
    ...PAGE_NAMES.map((name) => linkPage(`/${name}`, 'OperatorPage')),
    signedInRoute.addChildren([
      dashboardRoute,
      billingFrame.addChildren([billingRoute, newPaymentRoute]),
      screenAt('/billing/payments/$paymentId', () => import('../features/payments/payment-page.tsx'), 'PaymentPage'),
      screenAt('/billing/statements', () => import('../features/statements/statements-page.tsx'), 'StatementsPage'),
      numbersRoute,
      screenAt('/did-numbers/$numberId', () => import('../features/numbers/details/number-page.tsx'), 'NumberPage'),
      adminRoute,
      screenAt('/settings', () => import('../features/accounts/settings-page.tsx'), 'SettingsPage'),
    ]),
  ]),
  defaultErrorComponent: FailureScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
