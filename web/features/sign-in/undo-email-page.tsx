import { useState } from 'react';
import { Link } from '../../lib/router.ts';
import { undoEmail } from '../../../src/callers/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../state/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LinkPage } from './link-page.tsx';
import { useLinkToken } from './use-link-token.ts';

/** What the link in a mail to the address before opens: takes the change, and whoever made it, back. */
export function UndoEmailPage() {
  const token = useLinkToken();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [undone, setUndone] = useState<{ email: string; resetToken: string } | null>(null);
  const undo = async () => {
    setBusy(true);
    try {
      setUndone(await call(undoEmail, { body: { token } }));
      // The server has ended every session, also the one of this browser.
      useSession.getState().clear();
    } catch (error) {
      setRefusal(messageOf(error, t('links.undo.failed')));
    }
    setBusy(false);
  };
  if (undone) {
    return (
      <LinkPage title={t('links.undo.doneTitle')}>
        <p role="status" className="break-words">
          {t('links.undo.done', { email: undone.email })}
        </p>
        <Link to="/reset-password" search={{ token: undone.resetToken }} className={buttonClass()}>
          {t('links.confirm.choose')}
        </Link>
      </LinkPage>
    );
  }
  return (
    <LinkPage title={t('links.undo.title')} description={t('links.undo.text')}>
      {refusal && (
        <Notice tone="danger" alert>
          {refusal}
        </Notice>
      )}
      <Button size="lg" busy={busy} disabled={token === ''} onClick={() => void undo()}>
        {t('links.undo.submit')}
      </Button>
    </LinkPage>
  );
}
