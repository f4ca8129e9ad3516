import { useState } from 'react';
import { undoClosing } from '../../../src/callers/closing/contract.ts';
import { undoEmail } from '../../../src/callers/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { useSession } from '../../state/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Failure } from '../../ui/notice.tsx';
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
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [undone, setUndone] = useState<{ email: string; resetToken: string } | null>(null);
  const undo = async () => {
    setBusy(true);
    try {
      setUndone(await call(ENDPOINTS[what], { body: { token } }));
      // The server has ended every session, also the one of this browser.
      useSession.getState().clear();
    } catch (error) {
      setRefusal(messageOf(error, t(`links.${what}.failed`)));
    }
    setBusy(false);
  };
  if (undone) {
    return (
      <LinkPage title={t(`links.${what}.doneTitle`)}>
        <p role="status" className="break-words">
          {t(`links.${what}.done`, { email: undone.email })}
        </p>
        <Link to="/reset-password" search={{ token: undone.resetToken }} className={buttonClass()}>
          {t('links.confirm.choose')}
        </Link>
      </LinkPage>
    );
  }
  return (
    <LinkPage title={t(`links.${what}.title`)} description={t(`links.${what}.text`)}>
      <Failure>{refusal}</Failure>
      <Button size="lg" busy={busy} disabled={token === ''} onClick={() => void undo()}>
        {t(`links.${what}.submit`)}
      </Button>
    </LinkPage>
  );
}
