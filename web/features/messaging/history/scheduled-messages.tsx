import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { moveSms, type SmsMessage, cancelSms } from '../../../../src/services/messaging/contract.ts';
import { listSms, listSmsRecipients } from '../../../../src/services/messaging/history-contract.ts';
import { call, readAll } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { localTime } from '../../../lib/local-time.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { AskFirst } from '../../../ui/ask-first.tsx';
import { SmallButton } from '../../../ui/button.tsx';
import { CalendarClock, SquarePen } from '../../../ui/icons.tsx';
import { ListCard } from '../../../ui/frames.tsx';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { Time, formatTime } from '../../../ui/values.tsx';
import { toast } from '../../../ui/toast.tsx';
import type { ComposeValues } from '../compose/compose-form.ts';
import { CancelMessage, excerpt } from './cancel-message.tsx';

/** Messages that wait for their time, the next one first. Nothing where none does. */
export function ScheduledMessages({ onEdit }: { onEdit: (values: Partial<ComposeValues>) => void }) {
  const { id } = useCurrentUser();
  const list = usePagedList(listSms, {
    params: { id },
    query: { status: 'scheduled' },
    queryKey: queryKeys.scheduledSms(id),
  });
  const waiting = list.rows.toSorted((a, b) => (a.sendAt ?? '').localeCompare(b.sendAt ?? ''));
  if (waiting.length === 0) return null;
  return (
    <ListCard
      title={t('sms.schedule.title')}
      list={{ ...list, rows: waiting }}
      empty={null}
      row={(message) => (
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
          <span className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5">
            <span className="font-medium">{message.sendAt && <Time iso={message.sendAt} />}</span>
            <span className="truncate text-muted">{message.message}</span>
            <span className="text-sm text-muted">{t('sms.history.recipients', { count: message.recipientCount })}</span>
          </span>
          <span className="flex flex-wrap gap-2">
            <EditMessage message={message} onEdit={onEdit} />
            <MoveMessage message={message} />
            <CancelMessage message={message} />
          </span>
        </li>
      )}
    />
  );
}

/** Gives a scheduled message another time. */
function MoveMessage({ message }: { message: SmsMessage }) {
  const { id: messageId, userId: id } = message;
  const [open, setOpen] = useState(false);
  return (
    <>
      <SmallButton may="moveSms" icon={CalendarClock} onClick={() => setOpen(true)}>
        {t('sms.move.open')}
      </SmallButton>
      {open && (
        <TextDialog
          title={t('sms.move.title')}
          description={t('sms.move.text')}
          label={t('sms.schedule.at')}
          submitLabel={t('sms.move.open')}
          value={localTime(new Date(message.sendAt ?? message.sentAt))}
          input={{ type: 'datetime-local', min: localTime(new Date()) }}
          send={async (at) => {
            await call(moveSms, { params: { id, messageId }, body: { sendAt: new Date(at).toISOString() } });
            void reread(queryKeys.sms(id), queryKeys.scheduledSms(id));
            toast(t('sms.move.done'), `${excerpt(message)} · ${formatTime(at)}`);
          }}
          failed={t('sms.move.failed')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** More than these are easier to send anew from their file. */
const MOST_RECIPIENTS = 1000;
/** The text of each recipient is not kept apart from the message, and the values that filled it are not kept. */
const PLACEHOLDER = /\{[^{}]+\}/;

/** Takes a scheduled message back into the form: it is cancelled and refunded, and can be sent again with changes. */
function EditMessage({ message, onEdit }: { message: SmsMessage; onEdit: (values: Partial<ComposeValues>) => void }) {
  const { id: messageId, userId: id, senderId, sendAt, media } = message;
  const edit = useMutation({
    mutationFn: async () => {
      const recipients = await readAll(listSmsRecipients, {
        params: { id, messageId },
        query: { limit: MOST_RECIPIENTS },
      });
      await call(cancelSms, { params: { id, messageId } });
      return recipients.map(({ number }) => number).toReversed();
    },
    onSuccess: (recipients) =>
      onEdit({
        ...{ senderId, message: message.message, media },
        recipients: recipients.join('\n'),
        sendAt: sendAt === null ? null : localTime(new Date(sendAt)),
      }),
  });
  if (message.recipientCount > MOST_RECIPIENTS || PLACEHOLDER.test(message.message)) return null;
  return (
    <AskFirst
      icon={SquarePen}
      label={t('sms.edit.open')}
      title={t('sms.edit.title')}
      description={t('sms.edit.text')}
      keepLabel={t('sms.cancel.keep')}
      action={edit}
      failed={t('sms.cancel.failed')}
    />
  );
}
