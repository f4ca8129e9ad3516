import { useEffect, useRef, useState } from 'react';
import { useNavigate, useRouter } from '../lib/router.ts';
import { SIGN_IN_ID } from '../features/landing/landing-header.tsx';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { call } from '../lib/call.ts';
import { t } from '../lib/i18n.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { toastOnce } from '../ui/toast.tsx';
import type { AuthMode } from '../lib/auth-mode.ts';
import { takeAskedPage } from '../state/asked-page.ts';
import { beginViewing } from '../state/viewing.ts';
import { useSession } from '../state/session.ts';

const AuthDialog = lazyPart(async () => (await import('../features/sign-in/auth-dialog.tsx')).AuthDialog);

/** The landing page. */
export const LandingScreen = () => <Landing dialog={null} />;

/** The landing page with the dialog to sign in. */
export const LoginScreen = () => <Landing dialog="login" />;

/** The landing page with the dialog to create an account. */
export const RegisterScreen = () => <Landing dialog="register" />;

/**
 * The landing page with the authentication dialog, which is loaded when it is first needed. `dialog` is the
 * form that is open at the beginning.
 */
function Landing({ dialog }: { dialog: AuthMode | null }) {
  const [mode, setMode] = useState(dialog);
  const navigate = useNavigate();
  const router = useRouter();

  // When the dialog has been loaded, the element that had the focus is no longer known.
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (mode === null && opener.current instanceof HTMLElement) opener.current.focus();
  }, [mode]);

  function open(chosen: AuthMode | 'demo'): void {
    opener.current = document.activeElement;
    if (chosen === 'demo') void demonstrate();
    else setMode(chosen);
  }

  /** Without a demonstration of the operator's there is the sign-in. */
  async function demonstrate(): Promise<void> {
    const { openDemonstration } = await import('../../src/callers/contract.ts');
    const view = await call(openDemonstration).catch(() => null);
    if (view) beginViewing(view);
    else {
      setMode('login');
      toastOnce(t('landing.hero.demo'), t('landing.hero.noDemo'));
    }
  }

  async function close(): Promise<void> {
    setMode(null);
    if (!dialog) return;
    // No element had the focus before an address opened the dialog.
    await navigate({ to: '/', replace: true });
    document.getElementById(SIGN_IN_ID)?.focus();
  }

  /** Goes to the requested page; otherwise administrators go to the payments that wait, others to the dashboard. */
  async function enter(): Promise<void> {
    const asked = takeAskedPage();
    if (asked) router.history.replace(asked);
    else if (useSession.getState().user?.role === 'admin') {
      const isOfCarriers = useSession.getState().user?.duty === 'carriers';
      await navigate({ to: '/admin', hash: isOfCarriers ? 'prices' : 'payments', replace: true });
    } else await navigate({ to: '/dashboard', replace: true });
  }

  return (
    <>
      <LandingPage onChoose={open} />
      {mode && <AuthDialog mode={mode} onModeChange={setMode} onClose={() => void close()} onSuccess={enter} />}
    </>
  );
}
