import { useState } from 'react';
import { MAX_PURPOSE, type SenderRequest } from '../../../../src/services/senders/contract.ts';
import { messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Textarea } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useDecideSender } from './use-decide-sender.ts';

interface RejectSenderProps {
  sender: SenderRequest;
  onClose: () => void;
}

/** Rejects a sender name, or takes an accepted one back; its owner is told the reason. */
export function RejectSender({ sender, onClose }: RejectSenderProps) {
  const [reason, setReason] = useState('');
  const decide = useDecideSender(sender, onClose);
  return (
    <FormDialog
      danger
      onSubmit={() => decide.mutate({ status: 'rejected', reason })}
      busy={decide.isPending}
      disabled={reason.trim() === ''}
      onClose={onClose}
      title={t('admin.senders.rejectTitle', { name: sender.name })}
      description={t('admin.senders.rejectText', { email: sender.user.email })}
      submitLabel={t('admin.senders.reject')}
      failure={decide.error && messageOf(decide.error, t('sms.senders.failed'))}
    >
      <Field label={t('admin.senders.reason')} hint={t('admin.senders.reasonHint')}>
        <Textarea
          rows={3}
          maxLength={MAX_PURPOSE}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
