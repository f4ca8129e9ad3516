import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { MailCheck, X } from '../../ui/icons.tsx';
import { sendConfirmation } from '../../../src/callers/contract.ts';
import { call, messageOf } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser, useSession } from '../../state/session.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';

/** The address whose notice was dismissed in this browser. */
const STORAGE_KEY = 'topline-unconfirmed-email';

/**
 * A line above the screens of a person whose address is not confirmed, until it is confirmed or the line is dismissed.
 */
export function ConfirmEmailNotice() {
  const { id, email, emailConfirmed } = useCurrentUser();
  const [putAway, setPutAway] = useState(() => localStorage.getItem(STORAGE_KEY));
  const send = useMutation({
    mutationFn: () => call(sendConfirmation, { params: { id } }),
    onSuccess: () => toast(t('emailNotice.sentTitle'), t('emailNotice.sent', { email })),
    onError: (error) => {
      toastFailure(t('emailNotice.failedTitle'), messageOf(error, t('emailNotice.failed')));
      // It may have been confirmed in another browser meanwhile.
      void useSession.getState().refresh();
    },
  });
  if (emailConfirmed || putAway === email) return null;

  function dismiss(): void {
    localStorage.setItem(STORAGE_KEY, email);
    setPutAway(email);
  }

  return (
    <aside
      aria-label={t('emailNotice.label')}
      className="mb-4 flex items-start gap-2.5 rounded-md bg-accent-soft py-1.5 ps-3 pe-1.5 text-sm sm:mb-5"
    >
      <MailCheck aria-hidden className="mt-2 size-4 shrink-0 text-accent" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <p className="min-w-0 flex-1 basis-56 py-1.5 break-words">{t('emailNotice.text', { email })}</p>
        <Button
          size="sm"
          variant="ghost"
          busy={send.isPending}
          onClick={() => send.mutate()}
          className="text-accent max-sm:-ms-2.5"
        >
          {t('emailNotice.sendAgain')}
        </Button>
      </div>
      <IconButton label={t('emailNotice.dismiss')} icon={X} onClick={dismiss} />
    </aside>
  );
}
