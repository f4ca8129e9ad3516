import { useState } from 'react';
import { Plus, X } from 'lucide-react';
import { RISKS } from '../../../src/money/allowances/risks.ts';
import { destinationName } from '../../lib/destination-name.ts';
import { t } from '../../lib/i18n.ts';
import { currentLocale } from '../../lib/locale.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';

interface OpenedCountriesProps {
  /** Everything that is open, ranges at risk among it. */
  opened: readonly string[];
  /** The countries that the operator keeps closed. */
  closed: readonly string[];
  onToggle: (country: string, isOpen: boolean) => void;
}

/** The closed countries that are open for an account, and a way to add one. */
export function OpenedCountries({ opened, closed, onToggle }: OpenedCountriesProps) {
  const [chosen, setChosen] = useState('');
  const countries = opened.filter((each) => !RISKS.some((risk) => risk === each));
  const left = closed
    .filter((country) => !opened.includes(country))
    .map((country) => ({ country, name: destinationName(country) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, currentLocale()));
  const add = () => {
    if (chosen) onToggle(chosen, true);
    setChosen('');
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t('admin.destinations.countries')}</legend>
      {countries.map((country) => (
        <p key={country} className="flex items-center justify-between gap-2 text-sm">
          <bdi>{destinationName(country)}</bdi>
          <IconButton
            label={t('admin.destinations.remove', { country: destinationName(country) })}
            icon={<X aria-hidden className="size-4" />}
            onClick={() => onToggle(country, false)}
          />
        </p>
      ))}
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label={t('admin.destinations.add')}
          className="sm:w-auto! sm:flex-1"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">{t('limits.choose')}</option>
          {left.map(({ country, name }) => (
            <option key={country} value={country}>
              {name}
            </option>
          ))}
        </Select>
        <Button
          variant="secondary"
          disabled={!chosen}
          icon={<Plus aria-hidden className="size-4" />}
          onClick={add}
        >
          {t('admin.destinations.add')}
        </Button>
      </div>
    </fieldset>
  );
}
