import { lazy, Suspense, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { LandingPage } from '../features/landing/landing-page.tsx';
import type { AuthMode } from '../lib/auth-mode.ts';

const AuthDialog = lazy(async () => ({
  default: (await import('../features/sign-in/auth-dialog.tsx')).AuthDialog,
}));

/**
 * The landing page with the authentication dialog, which is loaded when it is first asked for.
 * `dialog` is the form that is open to begin with.
 */
export function LandingScreen({ dialog }: { dialog: AuthMode | null }) {
  const [mode, setMode] = useState(dialog);
  const navigate = useNavigate();

  function close(): void {
    setMode(null);
    if (dialog) void navigate({ to: '/', replace: true });
  }

  return (
    <>
      <LandingPage onChoose={setMode} />
      {mode && (
        <Suspense>
          <AuthDialog
            mode={mode}
            onModeChange={setMode}
            onClose={close}
            onSuccess={() => navigate({ to: '/dashboard', replace: true })}
          />
        </Suspense>
      )}
    </>
  );
}
