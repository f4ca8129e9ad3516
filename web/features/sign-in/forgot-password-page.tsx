import { useState } from 'react';
import { Link } from '../../lib/router.ts';
import { requestPasswordReset } from '../../../src/callers/contract.ts';
import { bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form, FormInput, applyProblem, useContractForm } from '../../ui/form.tsx';
import { Failure } from '../../ui/notice.tsx';
import { LinkPage } from './link-page.tsx';
import { RESET_PASSWORD_MINUTES } from '../../../src/platform/mail/contract.ts';

/** Has a link sent to choose a new password. It says the same for every address. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useContractForm(bodyOf(requestPasswordReset), { defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      await call(requestPasswordReset, { body });
      setSentTo(body.email);
    } catch (error) {
      applyProblem(form, error, t('links.forgot.failed'));
    }
  });

  if (sentTo !== null) {
    return (
      <LinkPage title={t('links.forgot.sentTitle')}>
        <p role="status" className="break-words">
          {t('links.forgot.sent', { email: sentTo })}
        </p>
        <p className="text-muted">{t('links.forgot.sentHint', { minutes: RESET_PASSWORD_MINUTES })}</p>
        <BackToSignIn />
      </LinkPage>
    );
  }
  return (
    <LinkPage title={t('links.forgot.title')} description={t('links.forgot.description')}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <FormInput form={form} name="email" label={t('auth.email')} type="email" autoComplete="username" />
        <Failure>{errors.root?.message}</Failure>
        <Button type="submit" size="lg" busy={isSubmitting}>
          {t('links.forgot.submit')}
        </Button>
      </Form>
      <BackToSignIn />
    </LinkPage>
  );
}

const BackToSignIn = () => (
  <Link to="/login" className={buttonClass({ variant: 'ghost' })}>
    {t('links.backToSignIn')}
  </Link>
);
