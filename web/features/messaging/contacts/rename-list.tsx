import { renameContactList, renamedList } from '../../../../src/services/contacts/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { useContractForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';
import { rereadContacts } from './contact-row.tsx';

interface RenameListProps {
  name: string;
  onRenamed: (name: string) => void;
  onClose: () => void;
}

/** Gives a list of contacts another name. */
export function RenameList({ name, onRenamed, onClose }: RenameListProps) {
  const { id } = useCurrentUser();
  const form = useContractForm(renamedList, { defaultValues: { name, to: name } });
  const sending = useFormCall(form, {
    send: async (body) => {
      await call(renameContactList, { params: { id }, body });
      await rereadContacts(id);
      onRenamed(body.to);
    },
    onSent: onClose,
    failed: t('contacts.failed'),
  });
  return (
    <FormDialog {...sending} onClose={onClose} title={t('contacts.rename')} submitLabel={t('contacts.save')}>
      <Field label={t('contacts.newName', { name })} error={form.formState.errors.to?.message}>
        <Input {...form.register('to')} maxLength={60} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
