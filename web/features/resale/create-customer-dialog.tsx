import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { createCustomer } from '../../../src/resale/customers/contract.ts';
import type { ResponseOf } from '../../../src/platform/kit/endpoint.ts';
import { bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useContractForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { customerKeys } from './keys.ts';
import { useFormCall } from '../../ui/use-form-call.ts';

type Created = ResponseOf<typeof createCustomer>;

/** Creates a customer's account; the password made for it is shown this once. */
export function CreateCustomerDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<Created | null>(null);
  if (!created?.password) return <CreateCustomerForm onClose={onClose} onCreated={setCreated} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('customers.create.madeTitle')}
      description={t('customers.create.madeText', { email: created.email })}
      footer={<Button onClick={onClose}>{t('customers.create.done')}</Button>}
    >
      <p className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2 font-mono break-all">
        <span className="min-w-0 flex-1">{created.password}</span>
        <CopyButton value={created.password} label={t('customers.create.copyPassword')} />
      </p>
    </Dialog>
  );
}

interface CreateCustomerFormProps {
  onClose: () => void;
  onCreated: (created: Created) => void;
}

function CreateCustomerForm({ onClose, onCreated }: CreateCustomerFormProps) {
  const { id } = useCurrentUser();
  const queryClient = useQueryClient();
  const form = useContractForm(bodyOf(createCustomer), {
    defaultValues: { email: '', fullName: '', company: '' },
  });
  const { errors } = form.formState;
  const create = useFormCall(form, {
    send: (body) => call(createCustomer, { params: { id }, body }),
    onSent: (made) => {
      void queryClient.invalidateQueries({ queryKey: customerKeys.list(id) });
      void queryClient.invalidateQueries({ queryKey: customerKeys.margins(id) });
      onCreated(made);
    },
    failed: t('customers.create.failed'),
  });
  return (
    <FormDialog
      {...create}
      onClose={onClose}
      title={t('customers.create.title')}
      description={t('customers.create.text')}
      submitLabel={t('customers.create.submit')}
    >
      <Field label={t('customers.create.email')} error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="off" data-autofocus />
      </Field>
      <Field label={t('customers.create.fullName')} error={errors.fullName?.message}>
        <Input {...form.register('fullName')} autoComplete="off" />
      </Field>
      <Field label={t('customers.create.company')} error={errors.company?.message}>
        <Input {...form.register('company')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
