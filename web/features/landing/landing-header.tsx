import { t } from '../../lib/i18n.ts';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { Button } from '../../ui/button.tsx';
import type { AuthMode } from '../../lib/auth-mode.ts';

/** The button that leads to the sign-in. */
export const SIGN_IN_ID = 'sign-in';

export function LandingHeader({ onChoose }: { onChoose: (mode: AuthMode) => void }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas/90 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-0.5 px-3 sm:gap-2 sm:px-6">
        <div className="me-auto flex min-w-0">
          <Wordmark />
        </div>
        <ThemeToggle />
        <Button id={SIGN_IN_ID} variant="ghost" className="max-sm:px-1.5" onClick={() => onChoose('login')}>
          {t('auth.signIn')}
        </Button>
        <Button className="max-sm:px-1.5" onClick={() => onChoose('register')}>
          {t('auth.getStarted')}
        </Button>
      </div>
    </header>
  );
}
