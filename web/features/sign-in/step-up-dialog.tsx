import { useEffect, useId, useState } from 'react';
import { KeyRound } from 'lucide-react';
import { z } from 'zod';
import { offerPasskeySignIn, stepUp } from '../../../src/callers/sign-in/contract.ts';
import type { SecondFactorMethod } from '../../../src/platform/kit/errors.ts';
import { call, messageOf, onStepUp } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { passkeysSupported, signWithPasskey, wasCancelled } from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { STEP_UP_MINUTES } from '../../../src/callers/contract.ts';

interface Asked {
  methods: readonly SecondFactorMethod[];
  answer: (shown: boolean) => void;
}

/** Asks who sits here where the server wants to know it again, whatever they were about to do. */
export function StepUpDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => onStepUp((methods) => new Promise((answer) => setAsked({ methods, answer }))), []);
  if (!asked) return null;
  const close = (shown: boolean) => {
    setAsked(null);
    asked.answer(shown);
  };
  return <Ask methods={asked.methods} onClose={close} />;
}

const stepUpForm = (withCode: boolean) =>
  z.object({
    password: z.string().min(1, t('settings.identity.passwordRequired')),
    code: z
      .string()
      .trim()
      .min(withCode ? 6 : 0, t('auth.secondFactor.codeRequired')),
  });

function Ask({ methods, onClose }: { methods: Asked['methods']; onClose: (shown: boolean) => void }) {
  const formId = useId();
  const [failure, setFailure] = useState<string | null>(null);
  const withCode = methods.length > 0;
  const withPasskey = methods.includes('passkey') && passkeysSupported();
  const form = useContractForm(stepUpForm(withCode), { defaultValues: { password: '', code: '' } });
  const { errors, isSubmitting } = form.formState;

  const show = async (by: () => Promise<unknown>) => {
    setFailure(null);
    try {
      await by();
      onClose(true);
    } catch (error) {
      if (wasCancelled(error) || applyProblem(form, error)) return;
      setFailure(messageOf(error, t('settings.identity.failed')));
    }
  };
  const submit = form.handleSubmit(({ password, code }) =>
    show(() => call(stepUp, { body: withCode ? { password, code } : { password } })),
  );
  const signIn = () =>
    show(async () => {
      const passkey = await signWithPasskey(await call(offerPasskeySignIn));
      await call(stepUp, { body: { passkey } });
    });

  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title={t('auth.stepUp.title')}
      description={t('auth.stepUp.text', { minutes: STEP_UP_MINUTES })}
      footer={
        <>
          <Button variant="secondary" onClick={() => onClose(false)}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={isSubmitting}>
            {t('auth.stepUp.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Field label={t('settings.identity.password')} error={errors.password?.message}>
          <Input {...form.register('password')} type="password" autoComplete="current-password" />
        </Field>
        {withCode && (
          <Field
            label={t('auth.secondFactor.code')}
            hint={t('settings.identity.codeHint')}
            error={errors.code?.message}
          >
            <Input {...form.register('code')} autoComplete="one-time-code" className="font-mono" />
          </Field>
        )}
        {withPasskey && (
          <Button
            variant="secondary"
            icon={<KeyRound aria-hidden className="size-4" />}
            onClick={() => void signIn()}
          >
            {t('auth.passkey.use')}
          </Button>
        )}
        {failure && (
          <Notice tone="danger" alert>
            {failure}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
