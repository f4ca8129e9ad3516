import { useMemo } from 'react';
import { X } from '../../../ui/icons.tsx';
import { callingCodeName, callingCodes } from '../../../lib/calling-codes.ts';
import { t } from '../../../lib/i18n.ts';
import { AddFrom } from '../../../ui/add-from.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';

interface CountryLimitsProps {
  /** The typed limits, by calling code. */
  countries: Record<string, string>;
  faults: Partial<Record<string, string>>;
  onChange: (countries: Record<string, string>) => void;
}

/** Countries with a limit of their own. */
export function CountryLimits({ countries, faults, onChange }: CountryLimitsProps) {
  const all = useMemo(() => callingCodes(), []);
  const remove = (code: string) =>
    onChange(Object.fromEntries(Object.entries(countries).filter(([other]) => other !== code)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('limits.own')}</legend>
      <p className="text-sm text-muted">{t('limits.sharedHint')}</p>
      {Object.entries(countries).map(([code, limit]) => (
        <div key={code} className="flex items-end gap-2">
          <Field
            className="flex-1"
            error={faults[code]}
            label={<bdi>{`${callingCodeName(code)} (${code})`}</bdi>}
          >
            <Input
              inputMode="decimal"
              placeholder={t('limits.none')}
              value={limit}
              onChange={(event) => onChange({ ...countries, [code]: event.target.value })}
            />
          </Field>
          <IconButton
            label={t('limits.remove', { country: callingCodeName(code) })}
            icon={<X aria-hidden className="size-4" />}
            onClick={() => remove(code)}
          />
        </div>
      ))}
      <AddFrom
        label={t('limits.choose')}
        addLabel={t('limits.add')}
        options={all
          .filter(({ code }) => !(code in countries))
          .map(({ code, name }) => ({ value: code, name: `${name} (${code})` }))}
        onAdd={(code) => onChange({ ...countries, [code]: '' })}
      />
    </fieldset>
  );
}
