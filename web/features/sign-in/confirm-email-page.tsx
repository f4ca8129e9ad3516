import { useEffect, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { LoaderCircle } from 'lucide-react';
import { confirmEmail } from '../../../src/callers/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../state/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { LinkPage } from './link-page.tsx';
import { useLinkToken } from './use-link-token.ts';

type Outcome = { confirmed: string } | { refused: string };

/** What the link in a mail opens: the address is confirmed without another click. */
export function ConfirmEmailPage() {
  const outcome = useConfirmation(useLinkToken());
  const isSignedIn = useSession((session) => session.isAuthenticated);
  if (!outcome) {
    return (
      <LinkPage title={t('links.confirm.busy')}>
        <LoaderCircle aria-hidden className="size-6 animate-spin text-muted" />
      </LinkPage>
    );
  }
  const isConfirmed = 'confirmed' in outcome;
  return (
    <LinkPage title={t(isConfirmed ? 'links.confirm.title' : 'links.void.title')}>
      <p role={isConfirmed ? 'status' : 'alert'} className="break-words">
        {isConfirmed ? t('links.confirm.done', { email: outcome.confirmed }) : outcome.refused}
      </p>
      {!isConfirmed && <p className="text-muted">{t('links.void.confirm')}</p>}
      <Link to={isSignedIn ? '/dashboard' : '/login'} className={buttonClass()}>
        {t(isSignedIn ? 'links.toDashboard' : 'links.backToSignIn')}
      </Link>
    </LinkPage>
  );
}

/** Sends the token once; null until there is an answer. */
function useConfirmation(token: string): Outcome | null {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    call(confirmEmail, { body: { token } })
      .then(({ email }) => {
        setOutcome({ confirmed: email });
        return useSession.getState().refresh();
      })
      .catch((error: unknown) => setOutcome({ refused: messageOf(error, t('links.confirm.failed')) }));
  }, [token]);
  return outcome;
}
