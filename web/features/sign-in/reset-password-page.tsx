import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '../../lib/router.ts';
import { checkResetLink, password, PASSWORD_CHARACTERS, resetPassword } from '../../../src/callers/contract.ts';
import { z } from 'zod';
import { ApiError, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useSession } from '../../state/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form, applyProblem, useContractForm } from '../../ui/form.tsx';
import { Failure } from '../../ui/notice.tsx';
import { PasswordTips } from '../../ui/password-tips.tsx';
import { Skeleton } from '../../ui/frames.tsx';
import { toast } from '../../ui/toast.tsx';
import { LinkPage } from './link-page.tsx';
import { PasswordField } from './password-field.tsx';
import { useLinkToken } from './use-link-token.ts';
import { RESET_PASSWORD_MINUTES } from '../../../src/platform/mail/contract.ts';

const resetForm = z.object({ password });

const isInvalidLink = (error: unknown): boolean => error instanceof ApiError && error.problem?.code === 'invalid_link';

/** How many characters the password needs, or that the link works no longer. */
type LinkState = number | 'void';

/** Finds out whether a link still works. Where that fails, the form is shown, and the answer to it tells. */
async function stateOf(token: string): Promise<LinkState> {
  try {
    return (await call(checkResetLink, { body: { token } })).least;
  } catch (error) {
    if (isInvalidLink(error)) return 'void';
  }
  return PASSWORD_CHARACTERS.least;
}

/** A link in a mail opens this page: choosing a new password. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  const [isVoid, setVoid] = useState(token === '');
  const checked = useQuery(
    { queryKey: ['reset', token], queryFn: () => stateOf(token), enabled: !isVoid, staleTime: Infinity },
    queryClient,
  );
  if (isVoid || checked.data === 'void') {
    return (
      <LinkPage title={t('links.void.title')}>
        <p role="alert">{t('links.void.reset', { minutes: RESET_PASSWORD_MINUTES })}</p>
        <Link to="/forgot-password" className={buttonClass()}>
          {t('links.void.askAgain')}
        </Link>
      </LinkPage>
    );
  }
  if (!checked.data) return <LinkPage title={t('links.reset.title')}>{<Skeleton className="h-24" />}</LinkPage>;
  return (
    <LinkPage title={t('links.reset.title')} description={t('links.reset.description')}>
      <ResetForm token={token} least={checked.data} onVoid={() => setVoid(true)} />
    </LinkPage>
  );
}

interface ResetFormProps {
  token: string;
  least: number;
  /** The server does not know the link any more. */
  onVoid: () => void;
}

function ResetForm({ token, least, onVoid }: ResetFormProps) {
  const navigate = useNavigate();
  const form = useContractForm(resetForm, { defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (chosen) => {
    try {
      await call(resetPassword, { body: { ...chosen, token } });
      // The server has ended every session, also the one of this browser.
      useSession.getState().clear();
      await navigate({ to: '/login', replace: true });
      toast(t('links.reset.doneTitle'), t('links.reset.done'));
    } catch (error) {
      if (isInvalidLink(error)) return onVoid();
      applyProblem(form, error, t('links.reset.failed'));
    }
  });
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <PasswordField
        {...form.register('password')}
        label={t('links.reset.password')}
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordTips password={form.watch('password')} least={least} />}
      />
      <Failure>{errors.root?.message}</Failure>
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t('links.reset.submit')}
      </Button>
    </Form>
  );
}
