import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Limits, setLimits } from '../../../../src/accounts/limits/contract.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form-frame.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CountryLimits } from './country-limits.tsx';
import { bodyFrom, draftFrom, faultsOf } from './spend-limits-draft.ts';

interface SpendLimitsFormProps {
  userId: string;
  limits: Limits;
}

/** Changes the limits, all at once. */
export function SpendLimitsForm({ userId, limits }: SpendLimitsFormProps) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => draftFrom(limits));
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const save = useMutation({
    mutationFn: () => call(setLimits, { params: { id: userId }, body: bodyFrom(draft) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.limits(userId), saved);
      setDraft(draftFrom(saved));
      toast({ title: t('settings.success'), description: t('limits.saved') });
    },
  });

  const submit = () => {
    const parsed = bodyOf(setLimits).safeParse(bodyFrom(draft));
    setFaults(parsed.success ? {} : faultsOf(parsed.error));
    if (parsed.success) save.mutate();
  };

  return (
    <Form className="flex flex-col gap-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('limits.daily')} error={faults.dailyLimit} hint={t('limits.emptyHint')}>
          <Input
            inputMode="decimal"
            value={draft.dailyLimit}
            onChange={(event) => setDraft({ ...draft, dailyLimit: event.target.value })}
          />
        </Field>
        <Field label={t('limits.country')} error={faults.countryLimit} hint={t('limits.zeroHint')}>
          <Input
            inputMode="decimal"
            value={draft.countryLimit}
            onChange={(event) => setDraft({ ...draft, countryLimit: event.target.value })}
          />
        </Field>
      </div>
      <CountryLimits
        countries={draft.countries}
        faults={faults}
        onChange={(countries) => setDraft({ ...draft, countries })}
      />
      {faults.root && (
        <p role="alert" className="text-sm text-danger">
          {faults.root}
        </p>
      )}
      {save.error && <Refusal error={save.error} fallback={t('limits.failed')} />}
      <Button type="submit" busy={save.isPending} className="self-start">
        {t('limits.save')}
      </Button>
    </Form>
  );
}
