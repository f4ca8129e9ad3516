import { useState } from 'react';
import { KeyRound } from '../../ui/icons.tsx';
import type { User } from '../../../src/callers/contract.ts';
import { offerPasskeySignIn, signInWithPasskey } from '../../../src/callers/sign-in/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { passkeysSupported, signWithPasskey, wasCancelled } from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { reportFailure } from './auth-form.ts';

/** Signs in without a password. It is absent if the browser cannot use passkeys. */
export function PasskeyButton({ onSuccess }: { onSuccess: (user: User) => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  if (!passkeysSupported()) return null;

  async function signIn(): Promise<void> {
    setBusy(true);
    try {
      const response = await signWithPasskey(await call(offerPasskeySignIn));
      const { user } = await call(signInWithPasskey, { body: { response } });
      await onSuccess(user);
    } catch (error) {
      if (!wasCancelled(error)) reportFailure('passkey', error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      size="lg"
      variant="secondary"
      busy={busy}
      icon={<KeyRound aria-hidden className="size-4" />}
      onClick={() => void signIn()}
    >
      {t('auth.passkey.use')}
    </Button>
  );
}
