import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { type Limits, setLimits } from '../../../../src/accounts/limits/contract.ts';
import type { BodyInputOf } from '../../../../src/platform/kit/endpoint.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { callingCodeName, callingCodes } from '../../../lib/calling-codes.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys } from '../../../lib/reads.ts';
import { AddFrom } from '../../../ui/add-from.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Fault, Field, Input } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { X } from '../../../ui/icons.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { toast } from '../../../ui/toast.tsx';

/** The limits in the form; an empty field is no limit. */
interface LimitsDraft {
  dailyLimit: string;
  countryLimit: string;
  /** By calling code. */
  countries: Record<string, string>;
}

const draftFrom = ({ dailyLimit, countryLimit, countries }: Limits): LimitsDraft => ({
  dailyLimit: dailyLimit ?? '',
  countryLimit: countryLimit ?? '',
  countries: Object.fromEntries(Object.entries(countries).map(([code, limit]) => [code, limit ?? ''])),
});

const given = (text: string): string | null => text.trim() || null;

/** The limits as they are sent. */
const bodyFrom = ({ dailyLimit, countryLimit, countries }: LimitsDraft): BodyInputOf<typeof setLimits> => ({
  dailyLimit: given(dailyLimit),
  countryLimit: given(countryLimit),
  countries: Object.fromEntries(Object.entries(countries).map(([code, limit]) => [code, given(limit)])),
});

/** The errors by field: `dailyLimit`, `countryLimit`, or a calling code. */
const faultsOf = (error: z.ZodError): Partial<Record<string, string>> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [String(path.at(-1) ?? 'root'), message]));

/** Changes the limits, all at once. */
export function SpendLimitsForm({ userId, limits }: { userId: string; limits: Limits }) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(() => draftFrom(limits));
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const save = useMutation({
    mutationFn: () => call(setLimits, { params: { id: userId }, body: bodyFrom(draft) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.limits(userId), saved);
      setDraft(draftFrom(saved));
      toast(t('settings.success'), t('limits.saved'));
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
      <Fault text={faults.root} />
      {save.error && <Refusal error={save.error} fallback={t('limits.failed')} />}
      <Button type="submit" busy={save.isPending} className="self-start">
        {t('limits.save')}
      </Button>
    </Form>
  );
}

interface CountryLimitsProps {
  /** The typed limits, by calling code. */
  countries: Record<string, string>;
  faults: Partial<Record<string, string>>;
  onChange: (countries: Record<string, string>) => void;
}

/** Countries with a limit of their own. */
function CountryLimits({ countries, faults, onChange }: CountryLimitsProps) {
  const all = useMemo(() => callingCodes(), []);
  const remove = (code: string) =>
    onChange(Object.fromEntries(Object.entries(countries).filter(([other]) => other !== code)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('limits.own')}</legend>
      <p className="text-sm text-muted">{t('limits.sharedHint')}</p>
      {Object.entries(countries).map(([code, limit]) => (
        <div key={code} className="flex items-end gap-2">
          <Field className="flex-1" error={faults[code]} label={<bdi>{`${callingCodeName(code)} (${code})`}</bdi>}>
            <Input
              inputMode="decimal"
              placeholder={t('limits.none')}
              value={limit}
              onChange={(event) => onChange({ ...countries, [code]: event.target.value })}
            />
          </Field>
          <IconButton
            label={t('limits.remove', { country: callingCodeName(code) })}
            icon={X}
            onClick={() => remove(code)}
          />
        </div>
      ))}
      <AddFrom
        label={t('limits.choose')}
        addLabel={t('limits.add')}
        options={all
          .filter(({ code }) => !(code in countries))
          .map(({ code, name }) => ({ id: code, name: `${name} (${code})` }))}
        onAdd={(code) => onChange({ ...countries, [code]: '' })}
      />
    </fieldset>
  );
}
