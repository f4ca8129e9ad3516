import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { STEP_UP_MINUTES } from '../../../src/callers/contract.ts';
import { offerPasskeySignIn, stepUp } from '../../../src/callers/sign-in/contract.ts';
import type { SecondFactorMethod } from '../../../src/platform/kit/errors.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { passkeysSupported, signWithPasskey, wasCancelled } from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog, useContractForm, useFormCall } from '../../ui/form.tsx';
import { KeyRound } from '../../ui/icons.tsx';
import { IdentityFields, identityShape } from '../../ui/identity-fields.tsx';

interface StepUpFormProps {
  methods: readonly SecondFactorMethod[];
  /** @param shown whether the person proved who they are */
  onClose: (shown: boolean) => void;
}

/** The dialog in which a person proves again who they are. */
export default function StepUpForm({ methods, onClose }: StepUpFormProps) {
  const withCode = methods.length > 0;
  const form = useContractForm(z.object(identityShape(withCode)), { defaultValues: { password: '', code: '' } });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await call(offerPasskeySignIn));
      return call(stepUp, { body: { passkey } });
    },
    onSuccess: () => onClose(true),
  });
  const byPassword = useFormCall(form, {
    send: ({ password, code }) => {
      byPasskey.reset();
      return call(stepUp, { body: withCode ? { password, code } : { password } });
    },
    onSent: () => onClose(true),
    failed: t('settings.identity.failed'),
  });
  return (
    <FormDialog
      {...byPassword}
      failure={sentenceOf(byPasskey.error) ?? byPassword.failure}
      onClose={() => onClose(false)}
      title={t('auth.stepUp.title')}
      description={t('auth.stepUp.text', { minutes: STEP_UP_MINUTES })}
      submitLabel={t('auth.stepUp.submit')}
    >
      <IdentityFields
        password={form.register('password')}
        code={withCode && form.register('code')}
        errors={form.formState.errors}
      />
      {methods.includes('passkey') && passkeysSupported() && (
        <Button variant="secondary" icon={KeyRound} onClick={() => byPasskey.mutate()}>
          {t('auth.passkey.use')}
        </Button>
      )}
    </FormDialog>
  );
}

/** A person who closes the browser's own dialog needs no message. */
const sentenceOf = (error: Error | null): string | null =>
  error === null || wasCancelled(error) ? null : messageOf(error, t('settings.identity.failed'));
