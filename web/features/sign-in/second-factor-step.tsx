import { type SubmitEvent, useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { login, offerPasskeySignIn, TOTP_DIGITS } from '../../../src/callers/sign-in/contract.ts';
import { ApiError, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { passkeysSupported, signWithPasskey, wasCancelled } from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form, useContractForm } from '../../ui/form.tsx';
import { KeyRound } from '../../ui/icons.tsx';
import { Failure } from '../../ui/notice.tsx';
import { type AcceptedPassword, type SignedInNow } from './auth-form.ts';

interface SecondFactorStepProps extends AcceptedPassword {
  onSuccess: (signedIn: SignedInNow) => Promise<void>;
  onBack: () => void;
}

const codeForm = () => z.object({ code: z.string().trim().min(6, t('auth.secondFactor.codeRequired')) });

/** Asks for what an account has beside its password: a code, a passkey, or a recovery code. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  const { email, password, methods, onSuccess, onBack } = props;
  const [recovering, setRecovering] = useState(!methods.includes('totp') && !methods.includes('passkey'));
  const form = useContractForm(codeForm(), { defaultValues: { code: '' } });
  const { failure, byCode, byPasskey } = useSecondFactor(form, { email, password }, onSuccess);
  const withCode = recovering || methods.includes('totp');
  const way = recovering ? 'recovery' : withCode ? 'code' : 'passkey';
  const withPasskey = methods.includes('passkey') && passkeysSupported() && !recovering;

  const { setFocus } = form;
  useEffect(() => {
    if (way !== 'passkey') setFocus('code');
  }, [way, setFocus]);

  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{t(`auth.secondFactor.text.${way}`, { digits: TOTP_DIGITS })}</p>
      <Failure>{failure}</Failure>
      {withCode && <CodeForm form={form} isRecovery={recovering} onSubmit={(event) => void byCode(event)} />}
      {withPasskey && (
        <Button size="lg" variant={withCode ? 'secondary' : 'primary'} icon={KeyRound} onClick={() => void byPasskey()}>
          {t('auth.passkey.use')}
        </Button>
      )}
      <div className="flex flex-wrap justify-between gap-2 text-sm">
        <TextButton onClick={onBack}>{t('auth.secondFactor.back')}</TextButton>
        {methods.includes('recovery_code') && methods.length > 1 && (
          <TextButton
            onClick={() => {
              setRecovering(!recovering);
              form.reset();
            }}
          >
            {t(recovering ? 'auth.secondFactor.otherWay' : 'auth.secondFactor.useRecovery')}
          </TextButton>
        )}
      </div>
    </div>
  );
}

interface CodeFormProps {
  form: UseFormReturn<{ code: string }>;
  /** It asks for a recovery code instead of the app's. */
  isRecovery: boolean;
  onSubmit: (event: SubmitEvent) => void;
}

function CodeForm({ form, isRecovery, onSubmit }: CodeFormProps) {
  const { errors, isSubmitting } = form.formState;
  return (
    <Form onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field
        label={t(isRecovery ? 'auth.secondFactor.recoveryCode' : 'auth.secondFactor.code')}
        error={errors.code?.message}
      >
        <Input
          {...form.register('code')}
          key={isRecovery ? 'recovery' : 'totp'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono tracking-wide"
        />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t('auth.secondFactor.submit')}
      </Button>
    </Form>
  );
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="rounded-sm py-1 font-medium text-accent hover:underline">
      {children}
    </button>
  );
}

/** Signs in by a password and a code or a passkey. A wrong code is the field's error, all else the `failure`. */
function useSecondFactor(
  form: UseFormReturn<{ code: string }>,
  { email, password }: Pick<AcceptedPassword, 'email' | 'password'>,
  onSuccess: (signedIn: SignedInNow) => Promise<void>,
) {
  const [failure, setFailure] = useState<string | null>(null);

  const byCode = form.handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      await onSuccess(await call(login, { body: { email, password, code } }));
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
      await onSuccess(await call(login, { body: { email, password, passkey } }));
    } catch (error) {
      if (!wasCancelled(error)) setFailure(messageOf(error, t('auth.secondFactor.failed')));
    }
  }

  return { failure, byCode, byPasskey };
}
