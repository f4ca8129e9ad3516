import { listContactLists } from '../../../../src/services/contacts/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import type { ComposeValues } from './compose-form.ts';

/** The lists of the account's contacts, and the names of their fields. */
export const useContactLists = () => useRead(listContactLists, { id: useCurrentUser().id }).data;

/** A list's name, and how many are in it where that is known. */
export const withCount = (name: string, count: number | undefined): string =>
  count === undefined ? name : t('contacts.named', { name, count });

interface ContactsFieldProps {
  value: ComposeValues['contacts'];
  onChange: (value: ComposeValues['contacts']) => void;
}

/** The value of the choice that is no list: a list has a name. */
const NOBODY = '\u0000';

/** Chooses contacts as recipients: of one list or all, and of those whom a search finds. Absent without contacts. */
export function ContactsField({ value, onChange }: ContactsFieldProps) {
  const known = useContactLists();
  if (!known || (known.contacts === 0 && value === null)) return null;
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2">
      <Field label={t('contacts.toSend')}>
        <Select
          value={value?.list ?? NOBODY}
          onChange={({ target }) =>
            onChange(target.value === NOBODY ? null : { list: target.value, search: value?.search ?? '' })
          }
        >
          <option value={NOBODY}>{t('contacts.nobody')}</option>
          <option value="">{withCount(t('contacts.all'), known.contacts)}</option>
          <Options
            of={known.lists}
            value={({ name }) => name}
            name={({ name, contacts }) => withCount(name, contacts)}
          />
        </Select>
      </Field>
      {value && (
        <Field label={t('contacts.only')}>
          <Input
            value={value.search}
            maxLength={60}
            onChange={({ target }) => onChange({ ...value, search: target.value })}
          />
        </Field>
      )}
    </div>
  );
}
