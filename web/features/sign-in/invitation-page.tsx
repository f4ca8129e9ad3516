import { useEffect, useState } from 'react';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { acceptInvitation, checkInvitation } from '../../../src/callers/people/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { keepAskedPage } from '../../state/asked-page.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/frames.tsx';
import { LinkPage } from './link-page.tsx';
import { useLinkToken } from './use-link-token.ts';

/** A link in a mail opens this page: acting in somebody else's account, by an account that has the mail's address. */
export function InvitationPage() {
  const token = useLinkToken();
  const { user, person, enter, logout } = useSession();
  const [found, setFound] = useState<ResponseOf<typeof checkInvitation> | null>(null);
  const [failure, setFailure] = useState(token === '' ? t('links.invitation.void') : null);
  useEffect(() => {
    if (token === '') return;
    call(checkInvitation, { body: { token } }).then(setFound, (error: unknown) =>
      setFailure(messageOf(error, t('links.invitation.void'))),
    );
  }, [token]);
  const email = found?.email ?? '';
  const isThey = (person ?? user)?.email.toLowerCase() === email.toLowerCase();

  /** Whoever is not signed in with that address comes back here when they are. */
  async function signIn(): Promise<void> {
    if (user) await logout();
    keepAskedPage(`/invitation?token=${encodeURIComponent(token)}`);
    location.assign(found?.hasAccount ? '/login' : '/register');
  }
  return (
    <LinkPage
      title={t('links.invitation.title')}
      description={found && t('links.invitation.text', { owner: found.owner, role: t(`people.roles.${found.role}`) })}
    >
      <Failure>{failure}</Failure>
      {!found && !failure && <Skeleton className="h-24" />}
      {found && !isThey && <p className="break-words text-muted">{t('links.invitation.as', { email })}</p>}
      {found && (
        <Button
          size="lg"
          onClick={() =>
            void (isThey ? enter(() => call(acceptInvitation, { body: { token } }), setFailure) : signIn())
          }
        >
          {isThey ? t('links.invitation.accept') : t(found.hasAccount ? 'auth.signIn' : 'auth.register.submit')}
        </Button>
      )}
    </LinkPage>
  );
}
