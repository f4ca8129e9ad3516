import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  getLimits,
  type Limits,
  openDestinations,
  setCallsAtOnce,
} from '../../../src/accounts/limits/contract.ts';
import type { User } from '../../../src/callers/contract.ts';
import { RISKS } from '../../../src/money/allowances/risks.ts';
import { bodyOf, call, messageOf } from '../../lib/call.ts';
import { destinationName } from '../../lib/destination-name.ts';
import { t } from '../../lib/i18n.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { waitsForSecond } from '../../ui/refusal.tsx';
import { toast } from '../../ui/toast.tsx';
import { OpenedCountries } from './opened-countries.tsx';

interface OpenDestinationsDialogProps {
  user: User;
  limits: Limits;
  onClose: () => void;
}

/** Opens closed destinations for one account, and says how many calls it may have at a time. */
export function OpenDestinationsDialog({ user, limits, onClose }: OpenDestinationsDialogProps) {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<readonly string[]>(limits.openedDestinations);
  const [calls, setCalls] = useState(limits.callsAtOnce === null ? '' : String(limits.callsAtOnce));
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<Partial<Record<'calls' | 'reason', string>>>({});
  const save = useMutation({
    mutationFn: async () => {
      const params = { id: user.id };
      // One of them may wait for another administrator, and the other one not.
      const [first, second] = await Promise.allSettled([
        call(setCallsAtOnce, { params, body: callsBody(calls) }),
        call(openDestinations, { params, body: destinationsBody(opened, reason) }),
      ]);
      if (first.status === 'rejected') throw first.reason;
      if (second.status === 'rejected') throw second.reason;
      return call(getLimits, { params });
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.limits(user.id), saved);
      toast({ title: t('admin.destinations.done') });
      onClose();
    },
  });
  const submit = () => {
    const wrongCalls = bodyOf(setCallsAtOnce).safeParse(callsBody(calls)).error?.issues[0]?.message;
    const wrongReason = bodyOf(openDestinations).safeParse(destinationsBody(opened, reason)).error?.issues[0]
      ?.message;
    setFaults({ calls: wrongCalls, reason: wrongReason });
    if (!wrongCalls && !wrongReason) save.mutate();
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

const callsBody = (text: string) => ({ callsAtOnce: text.trim() === '' ? null : Number(text) });
const destinationsBody = (destinations: readonly string[], reason: string) => ({
  destinations: [...destinations],
  reason,
});
