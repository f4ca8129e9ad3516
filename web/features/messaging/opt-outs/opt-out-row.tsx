import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { addOptOut, type OptOut, removeOptOut } from '../../../../src/services/messaging/opt-outs/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { reread } from '../../../lib/invalidate.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast, toastFailure, toastUndo } from '../../../ui/toast.tsx';

/** A number that wants no messages, how that is known, and the way to take it back. */
export function OptOutRow({ optOut: { id: optOutId, number, source, word, at } }: { optOut: OptOut }) {
  const { id } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const putBack = useMutation({
    mutationFn: () => call(addOptOut, { params: { id }, body: { number } }),
    onSuccess: () => reread(queryKeys.optOuts(id)),
    onError: sayFailed,
  });
  const remove = useMutation({
    mutationFn: () => call(removeOptOut, { params: { id, optOutId } }),
    onSuccess: () => {
      const title = t('optOuts.removed', { number });
      // Put back, it is an entry by hand: what somebody wrote themselves must not be made up.
      if (source === 'hand') toastUndo(title, () => putBack.mutate());
      else toast(title);
      return reread(queryKeys.optOuts(id));
    },
    onError: sayFailed,
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <bdi className="font-medium">{number}</bdi>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span className="break-words">{t(`optOuts.source.${source}`, { word: word ?? '' })}</span>
          <Time iso={at} />
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('optOuts.removeOf', { number })}
        onClick={() => setAsking(true)}
      >
        {t('optOuts.remove')}
      </Button>
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={t('optOuts.removeTitle', { number })}
        description={t('optOuts.removeText')}
        confirmLabel={t('optOuts.remove')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}

const sayFailed = (error: Error) => toastFailure(t('sms.senders.failedTitle'), messageOf(error, t('optOuts.failed')));
