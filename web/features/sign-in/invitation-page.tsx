import { useEffect, useState } from 'react';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { fullName, password, PASSWORD_CHARACTERS } from '../../../src/callers/contract.ts';
import { acceptInvitation, checkInvitation } from '../../../src/callers/people/contract.ts';
import { z } from 'zod';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { keepAskedPage } from '../../state/asked-page.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Form } from '../../ui/form-frame.tsx';
import { applyProblem, useContractForm } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordTips } from '../../ui/password-tips.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LinkPage } from './link-page.tsx';
import { PasswordField } from './password-field.tsx';
import { useTerms } from './terms.tsx';
import { useLinkToken } from './use-link-token.ts';

type Invitation = ResponseOf<typeof checkInvitation>;

/** A link in a mail opens this page: acting in somebody else's account. */
export function InvitationPage() {
  const token = useLinkToken();
  const [found, setFound] = useState<Invitation | string | null>(token === '' ? t('links.invitation.void') : null);
  useEffect(() => {
    if (token === '') return;
    call(checkInvitation, { body: { token } }).then(setFound, (error: unknown) =>
      setFound(messageOf(error, t('links.invitation.void'))),
    );
  }, [token]);
  if (found === null) return <LinkPage title={t('links.invitation.title')}>{<Skeleton className="h-24" />}</LinkPage>;
  if (typeof found === 'string') {
    return (
      <LinkPage title={t('links.invitation.title')}>
        <p role="alert">{found}</p>
      </LinkPage>
    );
  }
  const role = t(`people.roles.${found.role}`);
  return (
    <LinkPage
      title={t('links.invitation.title')}
      description={t('links.invitation.text', { owner: found.owner, role })}
    >
      {found.hasAccount ? (
        <AsOneself token={token} email={found.email} />
      ) : (
        <AsSomebodyNew token={token} email={found.email} />
      )}
    </LinkPage>
  );
}

interface AcceptProps {
  token: string;
  email: string;
}

/** Whoever has an account signs in with it first, and comes back here. */
function AsOneself({ token, email }: AcceptProps) {
  const { user, person, enter, logout } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const isThey = (person ?? user)?.email.toLowerCase() === email.toLowerCase();

  async function signIn(): Promise<void> {
    if (user) await logout();
    keepAskedPage(`/invitation?token=${encodeURIComponent(token)}`);
    location.assign('/login');
  }
  return (
    <>
      {failure && (
        <Notice tone="danger" alert>
          {failure}
        </Notice>
      )}
      <Button
        size="lg"
        onClick={() => void (isThey ? enter(() => call(acceptInvitation, { body: { token } }), setFailure) : signIn())}
      >
        {isThey ? t('links.invitation.accept') : t('links.invitation.signIn', { email })}
      </Button>
    </>
  );
}

const newcomer = z.object({ fullName, password });

function AsSomebodyNew({ token, email }: AcceptProps) {
  const form = useContractForm(newcomer, { defaultValues: { fullName: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const enter = useSession((session) => session.enter);
  const { terms, termsVersion } = useTerms();
  const submit = form.handleSubmit((body) =>
    enter(
      () => call(acceptInvitation, { body: { token, ...body, termsVersion } }),
      (message, error) => {
        if (!applyProblem(form, error)) form.setError('root', { message });
      },
    ),
  );
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('auth.email')}>
        <Input value={email} readOnly dir="ltr" autoComplete="username" />
      </Field>
      <Field label={t('auth.fullName')} error={errors.fullName?.message}>
        <Input {...form.register('fullName')} autoComplete="name" />
      </Field>
      <PasswordField
        {...form.register('password')}
        label={t('auth.password')}
        autoComplete="new-password"
        error={errors.password?.message}
        hint={<PasswordTips password={form.watch('password')} least={PASSWORD_CHARACTERS.least} />}
      />
      {errors.root?.message && (
        <Notice tone="danger" alert>
          {errors.root.message}
        </Notice>
      )}
      {terms}
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t('links.invitation.accept')}
      </Button>
    </Form>
  );
}
