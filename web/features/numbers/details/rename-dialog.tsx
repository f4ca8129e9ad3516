import { type DidNumber, updateNumber } from '../../../../src/services/numbers/contract.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { useContractForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';

interface RenameDialogProps {
  number: DidNumber;
  onChange: (changed: DidNumber) => void;
  onClose: () => void;
}

/** Gives a number a name of its owner's. */
export function RenameDialog({ number, onChange, onClose }: RenameDialogProps) {
  const form = useContractForm(bodyOf(updateNumber), { defaultValues: { name: number.name ?? '' } });
  const { errors } = form.formState;
  const save = useFormCall(form, {
    send: (body) => call(updateNumber, { params: { id: number.userId, numberId: number.id }, body }),
    onSent: (changed) => {
      onChange(changed);
      onClose();
    },
    failed: t('numbers.page.renameFailed'),
  });
  return (
    <FormDialog
      {...save}
      onClose={onClose}
      title={t('numbers.page.rename')}
      description={number.number}
      submitLabel={t('numbers.page.save')}
    >
      <Field label={t('numbers.page.name')} hint={t('numbers.page.nameHint')} error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="off" data-autofocus />
      </Field>
    </FormDialog>
  );
}
