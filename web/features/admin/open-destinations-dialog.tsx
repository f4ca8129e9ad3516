import { useState } from 'react';
import type { Limits } from '../../../src/accounts/limits/contract.ts';
import type { User } from '../../../src/callers/contract.ts';
import { RISKS } from '../../../src/shared/risks.ts';
import { messageOf } from '../../lib/call.ts';
import { destinationName } from '../../lib/destination-name.ts';
import { t } from '../../lib/i18n.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { waitsForSecond } from '../../ui/refusal.tsx';
import { OpenedCountries } from './opened-countries.tsx';
import { faultsOf, useSaveDestinations } from './use-save-destinations.ts';

interface OpenDestinationsDialogProps {
  user: User;
  limits: Limits;
  onClose: () => void;
}

/** Opens closed destinations for one account, and says how many calls it may have at a time. */
export function OpenDestinationsDialog({ user, limits, onClose }: OpenDestinationsDialogProps) {
  const [opened, setOpened] = useState<readonly string[]>(limits.openedDestinations);
  const [calls, setCalls] = useState(limits.callsAtOnce === null ? '' : String(limits.callsAtOnce));
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<ReturnType<typeof faultsOf>>({});
  const save = useSaveDestinations(user.id, onClose);
  const submit = () => {
    const wanted = {
      calls: { callsAtOnce: calls.trim() === '' ? null : Number(calls) },
      destinations: { destinations: [...opened], reason },
    };
    const wrong = faultsOf(wanted);
    setFaults(wrong);
    if (!wrong.calls && !wrong.reason) save.mutate(wanted);
  };
  const toggle = (destination: string, isOpen: boolean) =>
    setOpened(isOpen ? [...opened, destination] : opened.filter((each) => each !== destination));
  return (
    <FormDialog
      onSubmit={submit}
      busy={save.isPending}
      failure={save.error && messageOf(save.error, t('admin.destinations.failed'))}
      waits={waitsForSecond(save.error)}
      onClose={onClose}
      title={t('admin.destinations.title')}
      description={t('admin.destinations.description', { email: user.email })}
      submitLabel={t('admin.destinations.save')}
    >
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="mb-1.5 text-sm font-medium">{t('limits.closed.title')}</legend>
        {RISKS.map((risk) => (
          <label key={risk} className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={opened.includes(risk)}
              onChange={(event) => toggle(risk, event.target.checked)}
            />
            {destinationName(risk)}
          </label>
        ))}
      </fieldset>
      <OpenedCountries
        opened={opened}
        closed={[...new Set([...limits.closedCountries.calls, ...limits.closedCountries.messages])]}
        onToggle={toggle}
      />
      <Field
        label={t('admin.destinations.callsAtOnce')}
        hint={t('admin.destinations.callsHint')}
        error={faults.calls}
      >
        <Input inputMode="numeric" value={calls} onChange={(event) => setCalls(event.target.value)} />
      </Field>
      <Field label={t('admin.destinations.reason')} error={faults.reason}>
        <Input value={reason} autoComplete="off" onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
