import { useMemo, useState } from 'react';
import { Plus, X } from 'lucide-react';
import { callingCodeName, callingCodes } from '../../lib/calling-codes.ts';
import { t } from '../../lib/i18n.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';

interface CountryLimitsProps {
  /** What was typed, by calling code. */
  countries: Record<string, string>;
  faults: Partial<Record<string, string>>;
  onChange: (countries: Record<string, string>) => void;
}

/** Countries with a limit of their own. */
export function CountryLimits({ countries, faults, onChange }: CountryLimitsProps) {
  const [chosen, setChosen] = useState('');
  const all = useMemo(() => callingCodes(), []);
  const remove = (code: string) =>
    onChange(Object.fromEntries(Object.entries(countries).filter(([other]) => other !== code)));
  const add = () => {
    if (chosen) onChange({ ...countries, [chosen]: '' });
    setChosen('');
  };
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
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label={t('limits.choose')}
          className="sm:w-auto! sm:flex-1"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">{t('limits.choose')}</option>
          {all
            .filter(({ code }) => !(code in countries))
            .map(({ code, name }) => (
              <option key={code} value={code}>{`${name} (${code})`}</option>
            ))}
        </Select>
        <Button
          variant="secondary"
          disabled={!chosen}
          icon={<Plus aria-hidden className="size-4" />}
          onClick={add}
        >
          {t('limits.add')}
        </Button>
      </div>
    </fieldset>
  );
}
