import { useEffect, useRef, useState } from 'react';
import { Link } from '../../lib/router.ts';
import { LoaderCircle } from '../../ui/icons.tsx';
import { confirmEmail } from '../../../src/callers/contract.ts';
import { ApiError, call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../state/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { LinkPage } from './link-page.tsx';
import { PasswordField } from './password-field.tsx';
import { useLinkToken } from './use-link-token.ts';

type Outcome = { confirmed: string; resetToken: string | undefined } | { refused: string };
type Confirm = (password?: string) => Promise<void>;

/**
 * A link in a mail opens this page. A person who is signed in confirms without another click. One who is not proves by
 * the password that the account is theirs, or takes it over from the person who registered their address.
 */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [wrong, setWrong] = useState<string>();
  const isSignedIn = useSession((session) => session.isAuthenticated);
  const confirm: Confirm = async (password) => {
    try {
      const { email, resetToken } = await call(confirmEmail, { body: { token, password } });
      setOutcome({ confirmed: email, resetToken });
      if (isSignedIn) await useSession.getState().refresh();
    } catch (error) {
      const sentence = messageOf(error, t('links.confirm.failed'));
      if (error instanceof ApiError && error.problem?.code === 'wrong_password') return setWrong(sentence);
      setOutcome({ refused: sentence });
    }
  };
  const sent = useRef(false);
  useEffect(() => {
    if (!isSignedIn || sent.current) return;
    sent.current = true;
    void confirm();
  });
  if (outcome) return <Done outcome={outcome} isSignedIn={isSignedIn} />;
  if (!isSignedIn && token) return <AskWho wrong={wrong} confirm={confirm} />;
  if (!isSignedIn) return <Done outcome={{ refused: t('links.confirm.failed') }} isSignedIn={false} />;
  return (
    <LinkPage title={t('links.confirm.busy')}>
      <LoaderCircle aria-hidden className="size-6 animate-spin text-muted" />
    </LinkPage>
  );
}

function AskWho({ wrong, confirm }: { wrong: string | undefined; confirm: Confirm }) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (given?: string) => {
    setBusy(true);
    await confirm(given);
    setBusy(false);
  };
  return (
    <LinkPage title={t('links.confirm.ask')} description={t('links.confirm.askText')}>
      <Form className="flex flex-col gap-4" onSubmit={() => void run(password)}>
        <PasswordField
          label={t('links.confirm.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          error={wrong}
        />
        <Button type="submit" size="lg" busy={busy} disabled={password === ''}>
          {t('links.confirm.submit')}
        </Button>
      </Form>
      <p className="text-sm text-muted">{t('links.confirm.notMineText')}</p>
      <Button variant="secondary" disabled={busy} onClick={() => void run()}>
        {t('links.confirm.notMine')}
      </Button>
    </LinkPage>
  );
}

function Done({ outcome, isSignedIn }: { outcome: Outcome; isSignedIn: boolean }) {
  if ('refused' in outcome) {
    return (
      <LinkPage title={t('links.void.title')}>
        <p role="alert" className="break-words">
          {outcome.refused}
        </p>
        <p className="text-muted">{t('links.void.confirm')}</p>
        <Onward isSignedIn={isSignedIn} />
      </LinkPage>
    );
  }
  return (
    <LinkPage title={t('links.confirm.title')}>
      <p role="status" className="break-words">
        {t('links.confirm.done', { email: outcome.confirmed })}
      </p>
      {outcome.resetToken ? (
        <>
          <p className="text-muted">{t('links.confirm.reclaimed')}</p>
          <Link to="/reset-password" search={{ token: outcome.resetToken }} className={buttonClass()}>
            {t('links.confirm.choose')}
          </Link>
        </>
      ) : (
        <Onward isSignedIn={isSignedIn} />
      )}
    </LinkPage>
  );
}

const Onward = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <Link to={isSignedIn ? '/dashboard' : '/login'} className={buttonClass()}>
    {t(isSignedIn ? 'links.toDashboard' : 'links.backToSignIn')}
  </Link>
);
