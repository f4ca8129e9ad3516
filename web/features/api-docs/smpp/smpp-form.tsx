import { z } from 'zod';
import { createSmppAccount, SMPP_MOST } from '../../../../src/services/smpp/contract.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { useContractForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useFormCall } from '../../../ui/use-form-call.ts';
import type { Login } from './smpp-configuration.tsx';

interface SmppFormProps {
  onMade: (login: Login) => void;
  onClose: () => void;
}

/** As they are typed: networks with commas between them. */
const smppForm = bodyOf(createSmppAccount).extend({ addresses: z.string() });

/** Makes a system id with its limits. */
export function SmppForm({ onMade, onClose }: SmppFormProps) {
  const { id } = useCurrentUser();
  const form = useContractForm(smppForm, {
    defaultValues: {
      addresses: '',
      binds: 2,
      openRequests: 10,
      perSecond: 30,
      receives: true,
      cheaperSpelling: false,
    },
  });
  const { errors } = form.formState;
  const create = useFormCall(form, {
    send: ({ addresses, ...limits }) =>
      call(createSmppAccount, {
        params: { id },
        body: { ...limits, addresses: addresses.split(/[\s,]+/).filter(Boolean) },
      }),
    onSent: onMade,
    failed: t('settings.apiKeys.failed'),
  });
  return (
    <FormDialog {...create} onClose={onClose} title={t('smpp.formTitle')} submitLabel={t('smpp.add')}>
      <Field label={t('smpp.addresses')} hint={t('smpp.addressesHint')} error={errors.addresses?.message}>
        <Input
          {...form.register('addresses')}
          dir="ltr"
          autoComplete="off"
          placeholder="198.51.100.7, 203.0.113.0/28"
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        {(['binds', 'openRequests', 'perSecond'] as const).map((name) => (
          <Field key={name} label={t(`smpp.${name}`)} error={errors[name]?.message}>
            <Input
              {...form.register(name, { valueAsNumber: true })}
              type="number"
              inputMode="numeric"
              min={1}
              max={SMPP_MOST[name]}
            />
          </Field>
        ))}
      </div>
      {(['receives', 'cheaperSpelling'] as const).map((name) => (
        <label key={name} className="flex items-start gap-2.5">
          <input type="checkbox" {...form.register(name)} className="mt-0.5 size-4 shrink-0 accent-accent" />
          <span>{t(`smpp.${name}`)}</span>
        </label>
      ))}
    </FormDialog>
  );
}
