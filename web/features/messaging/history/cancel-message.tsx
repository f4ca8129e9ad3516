import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleStop } from '../../../ui/icons.tsx';
import { cancelSms, type SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Stops a message after a question: what was not sent is refunded. */
export function CancelMessage({ message }: { message: SmsMessage }) {
  const { id: messageId, userId: id } = message;
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => call(cancelSms, { params: { id, messageId } }),
    onSuccess: () => {
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: queryKeys.sms(id) });
      // Its older pages are not read again by themselves.
      void queryClient.resetQueries({ queryKey: [...queryKeys.scheduledSms(id), 'older'] });
      toast({ title: t('sms.cancel.done'), description: t('sms.cancel.doneText') });
    },
  });
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<CircleStop aria-hidden className="size-4" />}
        onClick={() => setAsking(true)}
      >
        {t('sms.cancel.open')}
      </Button>
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={t('sms.cancel.title')}
        description={t('sms.cancel.text', { count: message.counts.queued })}
        confirmLabel={t('sms.cancel.open')}
        keepLabel={t('sms.cancel.keep')}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      >
        {cancel.error && (
          <Notice tone="danger" alert>
            {messageOf(cancel.error, t('sms.cancel.failed'))}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
