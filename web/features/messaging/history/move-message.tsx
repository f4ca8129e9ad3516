import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from '../../../ui/icons.tsx';
import { moveSms, type SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { localTime } from '../../../lib/local-time.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Gives a scheduled message another time. */
export function MoveMessage({ message }: { message: SmsMessage }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<CalendarClock aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {t('sms.move.open')}
      </Button>
      {open && <MoveDialog message={message} onClose={() => setOpen(false)} />}
    </>
  );
}

function MoveDialog({ message, onClose }: { message: SmsMessage; onClose: () => void }) {
  const { id: messageId, userId: id } = message;
  const [at, setAt] = useState(localTime(new Date(message.sendAt ?? message.sentAt)));
  const queryClient = useQueryClient();
  const move = useMutation({
    mutationFn: () =>
      call(moveSms, { params: { id, messageId }, body: { sendAt: new Date(at).toISOString() } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.sms(id) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.scheduledSms(id) });
      toast({ title: t('sms.move.done') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('sms.move.title')}
      description={t('sms.move.text')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        move.mutate();
      }}
      submitLabel={t('sms.move.open')}
      busy={move.isPending}
      failure={move.error && messageOf(move.error, t('sms.move.failed'))}
    >
      <Field label={t('sms.schedule.at')}>
        <Input
          required
          type="datetime-local"
          min={localTime(new Date())}
          value={at}
          onChange={(event) => setAt(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
