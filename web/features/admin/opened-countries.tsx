import { X } from '../../ui/icons.tsx';
import { RISKS } from '../../../src/shared/risks.ts';
import { destinationName } from '../../lib/destination-name.ts';
import { t } from '../../lib/i18n.ts';
import { currentLocale } from '../../lib/locale.ts';
import { AddFrom } from '../../ui/add-from.tsx';
import { IconButton } from '../../ui/button.tsx';

interface OpenedCountriesProps {
  /** Everything that is open, ranges at risk among it. */
  opened: readonly string[];
  /** The countries that the operator keeps closed. */
  closed: readonly string[];
  onToggle: (country: string, isOpen: boolean) => void;
}

/** The closed countries that are open for an account, and a way to add one. */
export function OpenedCountries({ opened, closed, onToggle }: OpenedCountriesProps) {
  const countries = opened.filter((each) => !RISKS.some((risk) => risk === each));
  const left = closed
    .filter((country) => !opened.includes(country))
    .map((country) => ({ value: country, name: destinationName(country) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, currentLocale()));
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
      <AddFrom
        label={t('admin.destinations.add')}
        addLabel={t('admin.destinations.add')}
        options={left}
        onAdd={(country) => onToggle(country, true)}
      />
    </fieldset>
  );
}
