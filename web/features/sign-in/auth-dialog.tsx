import { lazy, Suspense, useState } from 'react';
import type { User } from '../../../src/callers/contract.ts';
import type { AuthMode } from '../../lib/auth-mode.ts';
import { t } from '../../lib/i18n.ts';
import { useBrandName } from '../../state/brand.ts';
import { useSession } from '../../state/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import type { AcceptedPassword } from './auth-form.ts';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

/** Loaded separately, because most people never see it. */
const SecondFactorStep = lazy(async () => ({
  default: (await import('./second-factor-step.tsx')).SecondFactorStep,
}));

interface AuthDialogProps {
  mode: AuthMode;
  onModeChange: (mode: AuthMode) => void;
  onClose: () => void;
  /** Called once the user is signed in; the form stays busy until what it gives has settled. */
  onSuccess: () => Promise<void>;
}

/** Signs in or creates an account; what was typed as e-mail address is kept when the form changes. */
export function AuthDialog({ mode, onModeChange, onClose, onSuccess }: AuthDialogProps) {
  const [email, setEmail] = useState('');
  const [accepted, setAccepted] = useState<AcceptedPassword | null>(null);
  const { setUser, welcome } = useSession();
  const brand = useBrandName();

  async function enter(user: User): Promise<void> {
    (mode === 'login' ? setUser : welcome)(user);
    await onSuccess();
    toast({ title: t('auth.successTitle'), description: t(`auth.${mode}.success`) });
  }

  if (accepted) {
    return (
      <Dialog open onClose={onClose} title={t('auth.secondFactor.title')}>
        <Suspense>
          <SecondFactorStep {...accepted} onSuccess={enter} onBack={() => setAccepted(null)} />
        </Suspense>
      </Dialog>
    );
  }
  const Form = mode === 'login' ? LoginForm : RegisterForm;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`auth.${mode}.title`)}
      description={t(`auth.${mode}.description`, { brand })}
    >
      <Form email={email} onEmailChange={setEmail} onSuccess={enter} onSecondFactor={setAccepted} />
      <p className="mt-5 text-center">
        <button
          type="button"
          onClick={() => onModeChange(mode === 'login' ? 'register' : 'login')}
          className="rounded-sm py-1 font-medium text-accent hover:underline"
        >
          {t(`auth.${mode}.toggle`)}
        </button>
      </p>
    </Dialog>
  );
}
