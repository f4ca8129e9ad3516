import { requestSenderName, senderRequestBody } from '../../../../src/services/senders/contract.ts';
import { SENDER_ID_LIMITS } from '../../../../src/shared/sender-id.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { saidOnce, useContractForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';
import { useRereadSenders } from './use-reread-senders.ts';

/** Asks for a sender name. */
export function RegisterSender({ onClose }: { onClose: () => void }) {
  const { id } = useCurrentUser();
  const reread = useRereadSenders();
  const form = useContractForm(senderRequestBody, { defaultValues: { name: '', purpose: '' } });
  const shown = saidOnce(form.formState.errors, ['name', 'purpose']);
  const sending = useFormCall(form, {
    send: (body) => call(requestSenderName, { params: { id }, body }),
    onSent: ({ name }) => {
      reread();
      onClose();
      toast({ title: t('sms.senders.asked', { name }), description: t('sms.senders.askedText') });
    },
    failed: t('sms.senders.failed'),
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('sms.senders.registerTitle')}
      description={t('sms.senders.registerText')}
      submitLabel={t('sms.senders.registerSubmit')}
    >
      <Field
        label={t('sms.senders.name')}
        hint={t('sms.senders.nameHint', { limit: SENDER_ID_LIMITS.letters })}
        {...shown.name}
      >
        <Input {...form.register('name')} maxLength={16} autoComplete="off" />
      </Field>
      <Field label={t('sms.senders.purpose')} hint={t('sms.senders.purposeHint')} {...shown.purpose}>
        <Textarea {...form.register('purpose')} rows={3} maxLength={300} />
      </Field>
    </FormDialog>
  );
}
