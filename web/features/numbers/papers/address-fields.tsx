import { NUMBER_COUNTRIES } from '../../../../src/services/numbers/catalogue.ts';
import type { PapersGivenJson } from '../../../../src/services/numbers/papers/contract.ts';
import { destinationName } from '../../../lib/destination-name.ts';
import { currentLocale, t } from '../../../lib/i18n.ts';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';

type Address = NonNullable<PapersGivenJson['address']>;

interface AddressFieldsProps {
  title?: string;
  address: Address;
  /** It was sent once: what is empty is marked. */
  tried: boolean;
  onChange: (address: Address) => void;
}

/** The parts of an address in the order in which they are written, with what browsers fill in. */
const PARTS = [
  ['name', 100, 'organization'],
  ['street', 200, 'street-address'],
  ['city', 100, 'address-level2'],
  ['region', 100, 'address-level1'],
  ['postalCode', 20, 'postal-code'],
] as const;

/** A postal address. */
export function AddressFields({
  title = t('numbers.papers.address.title'),
  address,
  tried,
  onChange,
}: AddressFieldsProps) {
  const countries = NUMBER_COUNTRIES.map(({ countryCode }) => countryCode)
    .map((code) => ({ code, name: destinationName(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, currentLocale()));
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-2 font-semibold">{title}</legend>
      {PARTS.map(([part, longest, autoComplete]) => {
        const empty = tried && part !== 'region' && address[part].trim() === '';
        return (
          <Field
            key={part}
            label={t(`numbers.papers.address.${part}`)}
            error={empty ? t('numbers.papers.empty') : undefined}
          >
            <Input
              value={address[part]}
              maxLength={longest}
              autoComplete={autoComplete}
              onChange={(event) => onChange({ ...address, [part]: event.target.value })}
            />
          </Field>
        );
      })}
      <Field label={t('numbers.papers.address.country')}>
        <Select
          value={address.countryCode}
          autoComplete="country"
          onChange={(event) => onChange({ ...address, countryCode: event.target.value })}
        >
          <Options of={countries} value={({ code }) => code} />
        </Select>
      </Field>
    </fieldset>
  );
}
