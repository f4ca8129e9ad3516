import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { User } from '../../../src/callers/contract.ts';
import { login, offerPasskeySignIn } from '../../../src/callers/sign-in/contract.ts';
import { ApiError, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { signWithPasskey, wasCancelled } from '../../lib/passkeys.ts';
import type { AcceptedPassword } from './auth-form.ts';

/** Signs in by a password and a code or a passkey. A wrong code is the field's error, all else the `failure`. */
export function useSecondFactor(
  form: UseFormReturn<{ code: string }>,
  { email, password }: Pick<AcceptedPassword, 'email' | 'password'>,
  onSuccess: (user: User) => Promise<void>,
) {
  const [failure, setFailure] = useState<string | null>(null);

  const byCode = form.handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      const { user } = await call(login, { body: { email, password, code } });
      await onSuccess(user);
    } catch (error) {
      const wrong = error instanceof ApiError && error.problem?.code === 'invalid_code';
      const message = messageOf(error, t('auth.secondFactor.failed'));
      if (wrong) form.setError('code', { message });
      else setFailure(message);
    }
  });

  async function byPasskey(): Promise<void> {
    setFailure(null);
    try {
      const passkey = await signWithPasskey(await call(offerPasskeySignIn));
      const { user } = await call(login, { body: { email, password, passkey } });
      await onSuccess(user);
    } catch (error) {
      if (!wasCancelled(error)) setFailure(messageOf(error, t('auth.secondFactor.failed')));
    }
  }

  return { failure, byCode, byPasskey };
}
