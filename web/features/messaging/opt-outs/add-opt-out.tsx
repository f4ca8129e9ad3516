import { useQueryClient } from '@tanstack/react-query';
import { addOptOut, optOutBody } from '../../../../src/services/messaging/opt-outs/contract.ts';
import { call } from '../../../lib/call.ts';
import { EXAMPLE_DESTINATION } from '../../../lib/examples.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { saidOnce, useContractForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';

/** Enters by hand a number that wants no messages. */
export function AddOptOut({ onClose }: { onClose: () => void }) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const form = useContractForm(optOutBody, { defaultValues: { number: '' } });
  const shown = saidOnce(form.formState.errors, ['number']);
  const sending = useFormCall(form, {
    send: (body) => call(addOptOut, { params: { id }, body }),
    onSent: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.optOuts(id) });
      onClose();
    },
    failed: t('optOuts.failed'),
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      title={t('optOuts.addTitle')}
      description={t('optOuts.addText')}
      submitLabel={t('optOuts.add')}
    >
      <Field
        label={t('optOuts.number')}
        hint={t('sms.senders.numberHint', { example: EXAMPLE_DESTINATION })}
        {...shown.number}
      >
        <Input type="tel" {...form.register('number')} maxLength={32} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
