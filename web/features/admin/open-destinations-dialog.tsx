import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { getLimits, type Limits, openDestinations, setCallsAtOnce } from '../../../src/accounts/limits/contract.ts';
import type { User } from '../../../src/callers/contract.ts';
import type { BodyInputOf } from '../../../src/platform/kit/endpoint.ts';
import { RISKS } from '../../../src/shared/risks.ts';
import { bodyOf, call, messageOf } from '../../lib/call.ts';
import { destinationName } from '../../lib/destination-name.ts';
import { currentLocale, t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/reads.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { AddFrom } from '../../ui/add-from.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { X } from '../../ui/icons.tsx';
import { waitsForSecond } from '../../ui/refusal.tsx';
import { toast } from '../../ui/toast.tsx';

interface Wanted {
  calls: BodyInputOf<typeof setCallsAtOnce>;
  destinations: BodyInputOf<typeof openDestinations>;
}

/** The errors of the fields, before anything is sent. */
const faultsOf = ({ calls, destinations }: Wanted): Partial<Record<'calls' | 'reason', string>> => ({
  calls: firstFault(bodyOf(setCallsAtOnce), calls),
  reason: firstFault(bodyOf(openDestinations), destinations),
});

const firstFault = (schema: z.ZodType, body: unknown) => schema.safeParse(body).error?.issues[0]?.message;

/** Saves how many calls an account may have at a time, and the destinations that are open to it. */
function useSaveDestinations(userId: string, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ calls, destinations }: Wanted) => {
      const params = { id: userId };
      // One of them may wait for another administrator while the other does not.
      const [first, second] = await Promise.allSettled([
        call(setCallsAtOnce, { params, body: calls }),
        call(openDestinations, { params, body: destinations }),
      ]);
      if (first.status === 'rejected') throw first.reason;
      if (second.status === 'rejected') throw second.reason;
      return call(getLimits, { params });
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.limits(userId), saved);
      toast(t('admin.destinations.done'));
      onSaved();
    },
  });
}

/** Opens closed destinations for one account, and says how many calls it may have at a time. */
export function OpenDestinationsDialog({ user, limits, onClose }: { user: User; limits: Limits; onClose: () => void }) {
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
          <Checkbox
            key={risk}
            className="text-sm"
            checked={opened.includes(risk)}
            onChange={({ target }) => toggle(risk, target.checked)}
          >
            {destinationName(risk)}
          </Checkbox>
        ))}
      </fieldset>
      <OpenedCountries
        opened={opened}
        closed={[...new Set([...limits.closedCountries.calls, ...limits.closedCountries.messages])]}
        onToggle={toggle}
      />
      <Field label={t('admin.destinations.callsAtOnce')} hint={t('admin.destinations.callsHint')} error={faults.calls}>
        <Input inputMode="numeric" value={calls} onChange={(event) => setCalls(event.target.value)} />
      </Field>
      <Field label={t('admin.destinations.reason')} error={faults.reason}>
        <Input value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
}

interface OpenedCountriesProps {
  /** Everything that is open, ranges at risk among it. */
  opened: readonly string[];
  /** The countries that the operator keeps closed. */
  closed: readonly string[];
  onToggle: (country: string, isOpen: boolean) => void;
}

/** The closed countries that are open for an account, and a way to add one. */
function OpenedCountries({ opened, closed, onToggle }: OpenedCountriesProps) {
  const countries = opened.filter((each) => !RISKS.some((risk) => risk === each));
  const left = closed
    .filter((country) => !opened.includes(country))
    .map((country) => ({ id: country, name: destinationName(country) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, currentLocale()));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t('admin.destinations.countries')}</legend>
      {countries.map((country) => (
        <p key={country} className="flex items-center justify-between gap-2 text-sm">
          <bdi>{destinationName(country)}</bdi>
          <IconButton
            label={t('admin.destinations.remove', { country: destinationName(country) })}
            icon={X}
            onClick={() => onToggle(country, false)}
          />
        </p>
      ))}
      <AddFrom
        label={t('admin.destinations.add')}
        addLabel={t('admin.destinations.add')}
        options={left}
        onAdd={(country) => onToggle(country, true)}
      />
    </fieldset>
  );
}
