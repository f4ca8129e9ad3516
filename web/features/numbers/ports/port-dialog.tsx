import { useState } from 'react';
import {
  correctPort,
  MAX_PORT_NUMBERS,
  type NumberPort,
  portBody,
  type PortBody,
  requestPort,
} from '../../../../src/services/numbers/ports/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { closeAndReread, queryKeys } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Input, Textarea } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { FormDialog, FormInput, useFormCall } from '../../../ui/form.tsx';
import { useKeptForm } from '../../../ui/use-kept-form.ts';
import { AddressFields } from '../papers/address-fields.tsx';

const NOBODY = { name: '', street: '', city: '', region: '', postalCode: '', countryCode: 'GB' };

const draftOf = (port: NumberPort | undefined): PortBody => ({
  numbers: port?.numbers ?? [],
  losingCarrier: port?.losingCarrier ?? '',
  accountNumber: port?.given?.accountNumber ?? '',
  pin: '',
  holder: port?.given?.holder ?? NOBODY,
  authorityPath: port?.given?.authorityPath ?? null,
  billPath: port?.given?.billPath ?? null,
  wishedOn: port?.wishedOn ?? null,
});

/** Asks to bring numbers, or corrects such a request. */
export function PortDialog({ port, onClose }: { port?: NumberPort; onClose: () => void }) {
  const { id } = useCurrentUser();
  const [uploading, setUploading] = useState(false);
  const draft = `port:${port?.id ?? 'new'}`;
  const { form, discard } = useKeptForm(portBody, { draft, defaultValues: draftOf(port), onClose });
  const { errors, isSubmitted } = form.formState;
  const sending = useFormCall(form, {
    send: (body) =>
      port ? call(correctPort, { params: { id, portId: port.id }, body }) : call(requestPort, { params: { id }, body }),
    onSent: closeAndReread(discard, queryKeys.numberPorts(id)),
    failed: t('ports.failed'),
  });
  const wrongNumbers = [errors.numbers].flat().find((each) => each?.message)?.message;
  const file = (field: 'authorityPath' | 'billPath') => {
    const objectPath = form.watch(field);
    return (
      <FileField
        label={t(`ports.${field}`)}
        file={objectPath === null ? null : { objectPath, fileName: t('ports.fileThere') }}
        onUploading={setUploading}
        onChange={(next) => form.setValue(field, next?.objectPath ?? null)}
        {...(errors[field]?.message && { error: errors[field].message })}
      />
    );
  };
  return (
    <FormDialog
      {...sending}
      disabled={uploading}
      onClose={onClose}
      onKeep={discard}
      title={t('ports.title')}
      description={t('ports.formText')}
      submitLabel={t('ports.submit')}
    >
      <Field label={t('ports.numbers')} hint={t('ports.numbersHint', { limit: MAX_PORT_NUMBERS })} error={wrongNumbers}>
        <Textarea
          rows={2}
          dir="ltr"
          defaultValue={form.getValues('numbers').join('\n')}
          onChange={(event) =>
            form.setValue(
              'numbers',
              event.target.value
                .split(/[\n,;]+/)
                .map(bare)
                .filter(Boolean),
            )
          }
        />
      </Field>
      <FormInput form={form} name="losingCarrier" label={t('ports.losingCarrier')} maxLength={100} />
      <Field label={t('ports.accountNumber')} hint={t('ports.ifAsked')} error={errors.accountNumber?.message}>
        <Input {...form.register('accountNumber')} maxLength={60} />
      </Field>
      <Field label={t('ports.pin')} hint={t(port ? 'ports.pinKept' : 'ports.ifAsked')} error={errors.pin?.message}>
        <Input {...form.register('pin')} maxLength={40} />
      </Field>
      <AddressFields
        title={t('ports.holder')}
        address={form.watch('holder')}
        tried={isSubmitted}
        onChange={(holder) => form.setValue('holder', holder)}
      />
      {file('authorityPath')}
      {file('billPath')}
      <Field label={t('ports.wished')} error={errors.wishedOn?.message}>
        <Input type="date" {...form.register('wishedOn', { setValueAs: (day: string | null) => day || null })} />
      </Field>
    </FormDialog>
  );
}

/** A number without the signs that people write between its digits. */
const bare = (number: string): string => number.replace(/[^\d+]/g, '');
