import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { SquarePen } from '../../../ui/icons.tsx';
import { cancelSms, listSmsRecipients, type SmsMessage } from '../../../../src/services/messaging/contract.ts';
import { call, callPage, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { localTime } from '../../../lib/local-time.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { ComposeValues } from '../compose/compose-form.ts';

/** More than these are easier to send anew from their file. */
const MOST_RECIPIENTS = 1000;
const PAGE = 100;
/** The text of each recipient is not kept apart from the message, and the values that filled it are not kept. */
const PLACEHOLDER = /\{[^{}]+\}/;

interface EditMessageProps {
  message: SmsMessage;
  onEdit: (values: Partial<ComposeValues>) => void;
}

/** Takes a scheduled message back into the form: it is cancelled and refunded, and can be sent again with changes. */
export function EditMessage({ message, onEdit }: EditMessageProps) {
  const { id: messageId, userId: id, senderId, sendAt, media } = message;
  const [asking, setAsking] = useState(false);
  const edit = useMutation({
    mutationFn: async () => {
      const recipients = await readNumbers(id, messageId);
      await call(cancelSms, { params: { id, messageId } });
      return recipients;
    },
    onSuccess: (recipients) => {
      setAsking(false);
      onEdit({
        ...{ senderId, message: message.message, media },
        recipients: recipients.join('\n'),
        sendAt: sendAt === null ? null : localTime(new Date(sendAt)),
      });
    },
  });
  if (message.recipientCount > MOST_RECIPIENTS || PLACEHOLDER.test(message.message)) return null;
  return (
    <>
      <Button variant="secondary" size="sm" icon={SquarePen} onClick={() => setAsking(true)}>
        {t('sms.edit.open')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('sms.edit.title')}
        description={t('sms.edit.text')}
        confirmLabel={t('sms.edit.open')}
        keepLabel={t('sms.cancel.keep')}
        busy={edit.isPending}
        onConfirm={() => edit.mutate()}
      >
        {edit.error && (
          <Notice tone="danger" alert>
            {messageOf(edit.error, t('sms.cancel.failed'))}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}

/** The numbers of a message, in their order. */
async function readNumbers(id: string, messageId: string): Promise<string[]> {
  const numbers: string[] = [];
  let before: string | undefined;
  do {
    const page = await callPage(listSmsRecipients, {
      params: { id, messageId },
      query: { limit: PAGE, before },
    });
    numbers.push(...page.rows.map(({ number }) => number));
    before = page.next ?? undefined;
  } while (before !== undefined);
  return numbers.toReversed();
}
