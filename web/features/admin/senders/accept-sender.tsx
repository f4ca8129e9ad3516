import { useState } from 'react';
import type { SenderRequest } from '../../../../src/services/senders/contract.ts';
import { messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useDecideSender } from './use-decide-sender.ts';

interface AcceptSenderProps {
  sender: SenderRequest;
  onClose: () => void;
}

/** Accepts a sender name, and says in which countries it has been registered. */
export function AcceptSender({ sender, onClose }: AcceptSenderProps) {
  const [typed, setTyped] = useState(sender.registeredIn.join(' '));
  const decide = useDecideSender(sender, onClose);
  const registeredIn = [...new Set(typed.toUpperCase().match(/[A-Z]+/g) ?? [])];
  return (
    <FormDialog
      onSubmit={() => decide.mutate({ status: 'accepted', registeredIn })}
      busy={decide.isPending}
      disabled={registeredIn.some((code) => code.length !== 2)}
      onClose={onClose}
      title={t('admin.senders.acceptTitle', { name: sender.name })}
      description={t('admin.senders.acceptText', { email: sender.user.email })}
      submitLabel={t('admin.senders.accept')}
      failure={decide.error && messageOf(decide.error, t('sms.senders.failed'))}
    >
      <Field label={t('admin.senders.registeredIn')} hint={t('admin.senders.registeredInHint')}>
        <Input
          dir="ltr"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  );
}
