import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleStop, Trash2 } from '../../../ui/icons.tsx';
import { cancelSms, redactSms, type SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { reread } from '../../../lib/invalidate.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Stops a message after a question, and what was not sent is refunded; or takes its text out of everything. */
export function CancelMessage({ message, act = 'cancel' }: { message: SmsMessage; act?: 'cancel' | 'redact' }) {
  const isCancel = act === 'cancel';
  const Icon = isCancel ? CircleStop : Trash2;
  const { id: messageId, userId: id } = message;
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: async () => {
      await call(isCancel ? cancelSms : redactSms, { params: { id, messageId } });
    },
    onSuccess: () => {
      setAsking(false);
      void reread(queryKeys.sms(id));
      // Its older pages are not read again by themselves.
      void queryClient.resetQueries({ queryKey: [...queryKeys.scheduledSms(id), 'older'] });
      toast(t(`sms.${act}.done`), isCancel ? t('sms.cancel.doneText') : undefined);
    },
  });
  return (
    <>
      <Button variant="secondary" size="sm" icon={Icon} onClick={() => setAsking(true)}>
        {t(`sms.${act}.open`)}
      </Button>
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={t(`sms.${act}.title`)}
        description={t(`sms.${act}.text`, { count: message.counts.queued })}
        confirmLabel={t(`sms.${act}.open`)}
        {...(isCancel && { keepLabel: t('sms.cancel.keep') })}
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
