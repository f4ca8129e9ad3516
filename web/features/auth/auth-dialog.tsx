import { useState } from 'react';
import type { User } from '../../../src/accounts/contract.ts';
import type { AuthMode } from '../../lib/auth-mode.ts';
import { t } from '../../lib/i18n.ts';
import { useBrandName } from '../../state/brand.ts';
import { useSession } from '../../state/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

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
  const { setUser, welcome } = useSession();
  const brand = useBrandName();

  async function enter(user: User): Promise<void> {
    (mode === 'login' ? setUser : welcome)(user);
    await onSuccess();
    toast({ title: t('auth.successTitle'), description: t(`auth.${mode}.success`) });
  }

  const Form = mode === 'login' ? LoginForm : RegisterForm;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`auth.${mode}.title`)}
      description={t(`auth.${mode}.description`, { brand })}
    >
      <Form email={email} onEmailChange={setEmail} onSuccess={enter} />
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
