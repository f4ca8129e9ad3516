import { useState } from 'react';
import type { undoClosing } from '../../../src/callers/closing/contract.ts';
import type { undoEmail } from '../../../src/callers/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t, type TextKey } from '../../lib/i18n.ts';
import { Link } from '../../lib/router.ts';
import { useSession } from '../../state/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LinkPage } from './link-page.tsx';
import { useLinkToken } from './use-link-token.ts';

interface UndoPageProps {
  endpoint: typeof undoEmail | typeof undoClosing;
  texts: Record<'title' | 'text' | 'submit' | 'failed' | 'doneTitle' | 'done', TextKey>;
}

/** A link in a mail opens this page. It takes back a change of an account: the owner chooses a password. */
export function UndoPage({ endpoint, texts }: UndoPageProps) {
  const token = useLinkToken();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [undone, setUndone] = useState<{ email: string; resetToken: string } | null>(null);
  const undo = async () => {
    setBusy(true);
    try {
      setUndone(await call(endpoint, { body: { token } }));
      // The server has ended every session, also the one of this browser.
      useSession.getState().clear();
    } catch (error) {
      setRefusal(messageOf(error, t(texts.failed)));
    }
    setBusy(false);
  };
  if (undone) {
    return (
      <LinkPage title={t(texts.doneTitle)}>
        <p role="status" className="break-words">
          {t(texts.done, { email: undone.email })}
        </p>
        <Link to="/reset-password" search={{ token: undone.resetToken }} className={buttonClass()}>
          {t('links.confirm.choose')}
        </Link>
      </LinkPage>
    );
  }
  return (
    <LinkPage title={t(texts.title)} description={t(texts.text)}>
      {refusal && (
        <Notice tone="danger" alert>
          {refusal}
        </Notice>
      )}
      <Button size="lg" busy={busy} disabled={token === ''} onClick={() => void undo()}>
        {t(texts.submit)}
      </Button>
    </LinkPage>
  );
}
