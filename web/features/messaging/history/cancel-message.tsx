import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { CircleStop, Trash2 } from '../../../ui/icons.tsx';
import { cancelSms, redactSms, type SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { toast } from '../../../ui/toast.tsx';
import { formatTime } from '../../../ui/values.tsx';

/** What tells a message from others where a toast is read later. */
export const excerpt = ({ message }: SmsMessage): string => message.slice(0, 80);

/** Stops a message after a question, and what was not sent is refunded; or takes its text out of everything. */
export function CancelMessage({ message, act = 'cancel' }: { message: SmsMessage; act?: 'cancel' | 'redact' }) {
  const isCancel = act === 'cancel';
  const { id: messageId, userId: id } = message;
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: async () => {
      await call(isCancel ? cancelSms : redactSms, { params: { id, messageId } });
    },
    onSuccess: () => {
      void reread(queryKeys.sms(id));
      // Its older pages are not read again by themselves.
      void queryClient.resetQueries({ queryKey: [...queryKeys.scheduledSms(id), 'older'] });
      toast(
        t(`sms.${act}.done`),
        isCancel ? `${excerpt(message)} · ${t('sms.cancel.doneText')}` : formatTime(message.sentAt),
      );
    },
  });
  return (
    <AskFirst
      danger
      icon={isCancel ? CircleStop : Trash2}
      label={t(`sms.${act}.open`)}
      title={t(`sms.${act}.title`)}
      description={t(`sms.${act}.text`, { count: message.counts.queued })}
      {...(isCancel && { keepLabel: t('sms.cancel.keep') })}
      action={cancel}
      failed={t('sms.cancel.failed')}
    />
  );
}
