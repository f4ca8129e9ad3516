import { useEffect } from 'react';
import { useMutation } from '@tanstack/react-query';
import { undoClosing } from '../../../src/callers/closing/contract.ts';
import { undoEmail } from '../../../src/callers/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Link } from '../../lib/router.ts';
import { useSession } from '../../state/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { LinkPage } from './link-page.tsx';
import { useLinkToken } from './use-link-token.ts';

const ENDPOINTS = { undo: undoEmail, undoClosing };

/** A link in the mail to the earlier address opens this page. It undoes the change and signs out who made it. */
export const UndoEmailPage = () => <UndoPage what="undo" />;

/** The link in the mail about a closed account opens this page: it gives the account back to its owner. */
export const UndoClosingPage = () => <UndoPage what="undoClosing" />;

/** It takes back a change of an account: the owner chooses a password. */
function UndoPage({ what }: { what: keyof typeof ENDPOINTS }) {
  const token = useLinkToken();
  const undo = useMutation({ mutationFn: () => call(ENDPOINTS[what], { body: { token } }) }, queryClient);
  useEffect(() => {
    // The server has ended every session, also the one of this browser.
    if (undo.isSuccess) useSession.getState().clear();
  }, [undo.isSuccess]);
  if (undo.data) {
    return (
      <LinkPage title={t(`links.${what}.doneTitle`)}>
        <p role="status" className="break-words">
          {t(`links.${what}.done`, { email: undo.data.email })}
        </p>
        <Link to="/reset-password" search={{ token: undo.data.resetToken }} className={buttonClass()}>
          {t('links.confirm.choose')}
        </Link>
      </LinkPage>
    );
  }
  return (
    <LinkPage title={t(`links.${what}.title`)} description={t(`links.${what}.text`)}>
      {undo.error && <Refusal error={undo.error} fallback={t(`links.${what}.failed`)} />}
      <Button size="lg" busy={undo.isPending} disabled={token === ''} onClick={() => undo.mutate()}>
        {t(`links.${what}.submit`)}
      </Button>
    </LinkPage>
  );
}
