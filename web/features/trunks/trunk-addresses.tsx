import { useState } from 'react';
import { Network } from '../../ui/icons.tsx';
import { NETWORKS_IN_WORDS, setTrunkAddresses } from '../../../src/services/trunks/addresses/contract.ts';
import type { Trunk } from '../../../src/services/trunks/contract.ts';
import { bodyOf, call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { closeAndReread, queryKeys } from '../../lib/reads.ts';
import { useCurrentUser } from '../../state/session.ts';
import { SmallButton } from '../../ui/button.tsx';
import { Field, Input, Switch, Textarea } from '../../ui/field.tsx';
import { FormDialog, useContractForm, useFormCall } from '../../ui/form.tsx';

/** From which addresses a telephone system calls without its password. */
export function TrunkAddresses({ row: { id: packageId, addresses } }: { row: Trunk }) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-label={t('packages.addresses.title')} className="flex flex-col gap-3 rounded-md bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{t('packages.addresses.title')}</h3>
        <SmallButton may="setTrunkAddresses" icon={Network} onClick={() => setOpen(true)}>
          {t('packages.addresses.change')}
        </SmallButton>
      </div>
      {addresses ? <Known {...addresses} /> : <p className="text-sm text-muted">{t('packages.addresses.none')}</p>}
      {open && <AddressesDialog packageId={packageId} known={addresses} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Known({ networks, prefix, overUdp }: NonNullable<Trunk['addresses']>) {
  return (
    <>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 font-mono text-sm">
        {networks.map((network) => (
          <li key={network} className="break-all">
            <bdi>{network}</bdi>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        {prefix !== '' && <span>{t('packages.addresses.prefixed', { prefix })}</span>}
        <span>{t(overUdp ? 'packages.addresses.udp' : 'packages.addresses.notUdp')}</span>
      </p>
    </>
  );
}

interface AddressesDialogProps {
  packageId: string;
  known: Trunk['addresses'];
  onClose: () => void;
}

function AddressesDialog({ packageId, known, onClose }: AddressesDialogProps) {
  const { id } = useCurrentUser();
  const form = useContractForm(bodyOf(setTrunkAddresses), {
    defaultValues: known ?? { networks: [], prefix: '', overUdp: false },
  });
  const { errors, isSubmitted } = form.formState;
  const save = useFormCall(form, {
    send: (body) => call(setTrunkAddresses, { params: { id, packageId }, body }),
    onSent: closeAndReread(onClose, queryKeys.trunks(id)),
    failed: t('packages.addresses.failed'),
  });
  const wrong = [errors.networks ?? []].flat().find((each) => each?.message);
  const say = (text: string) =>
    form.setValue('networks', text.split(/[\s,;]+/).filter(Boolean), { shouldValidate: isSubmitted });
  return (
    <FormDialog
      {...save}
      onClose={onClose}
      title={t('packages.addresses.title')}
      description={t('packages.addresses.text')}
      submitLabel={t('packages.addresses.save')}
    >
      <Field
        label={t('packages.addresses.networks')}
        hint={t('packages.addresses.networksHint', { network: NETWORKS_IN_WORDS.network })}
        error={wrong?.message}
      >
        <Textarea
          data-autofocus
          className="font-mono"
          dir="ltr"
          spellCheck={false}
          defaultValue={known?.networks.join('\n')}
          onChange={({ target }) => say(target.value)}
        />
      </Field>
      <Field
        label={t('packages.addresses.prefix')}
        hint={t('packages.addresses.prefixHint')}
        error={errors.prefix?.message}
      >
        <Input {...form.register('prefix')} inputMode="numeric" dir="ltr" />
      </Field>
      <Switch
        label={t('packages.addresses.udp')}
        description={t('packages.addresses.udpText')}
        checked={form.watch('overUdp') ?? false}
        onChange={(isOn) => form.setValue('overUdp', isOn)}
      />
    </FormDialog>
  );
}
