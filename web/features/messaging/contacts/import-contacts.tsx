import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { importContacts, MAX_IMPORTED, type newContactBody } from '../../../../src/services/contacts/contract.ts';
import type { z } from 'zod';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Input } from '../../../ui/field.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import { lastCountry } from '../compose/country-field.tsx';
import { FileDialog } from '../compose/file-dialog.tsx';
import { FilePicker } from '../../../ui/file-picker.tsx';
import { TABLES, useChosenFile } from '../compose/use-chosen-file.ts';
import type { RecipientFile } from '../compose/recipient-file.ts';
import { listsIn } from './contact-form.tsx';
import { rereadContacts } from './contact-row.tsx';

type NewContact = z.input<typeof newContactBody>;

/** How a column of names is called, in the ten languages. */
const NAME = /^(full ?)?name$|^nombre|^nom$|^nome|^имя|^фио|^姓名|^名前|^氏名|^الاسم/i;
/** How a column of lists is called. */
const LISTS =
  /^(lists?|list(e[ns]?|as?)|groupe?s?|gruppen?|grupp[oi]|grupos?|спис(ок|ки)|групп[аы]|列表|名单|群组|分组|リスト|グループ|(ال)?(قائمة|قوائم|مجموعة|مجموعات))$/i;

/** Contacts as a file has them; columns of an export count as what they were. */
export const contactsOf = ({ numbers, fields, headings, column }: RecipientFile): NewContact[] =>
  numbers.map((number, at) => {
    const { optedInAt = '', optInSource = '', country: _country, ...given } = fields[at] ?? {};
    const own = Object.entries(given).filter(([key, value]) => key !== headings[column] && value !== '');
    const name = own.find(([key]) => NAME.test(key));
    const lists = own.filter(([key]) => LISTS.test(key));
    const when = new Date(optedInAt);
    return {
      ...{ number, name: name?.[1] ?? null, optInSource },
      lists: listsIn(lists.map(([, names]) => names.replaceAll(/[;；]/g, ',')).join()),
      optedInAt: Number.isNaN(when.getTime()) ? null : when.toISOString(),
      fields: Object.fromEntries(own.filter((entry) => entry !== name && !lists.includes(entry))),
    };
  });

/** Puts contacts into lists, as many at once as one request may have. */
export async function importAll(id: string, contacts: readonly NewContact[], lists: string[]) {
  const sum = { added: 0, completed: 0 };
  try {
    for (let from = 0; from < contacts.length; from += MAX_IMPORTED) {
      const body = { contacts: contacts.slice(from, from + MAX_IMPORTED), lists };
      const { added, completed } = await call(importContacts, { params: { id }, body });
      sum.added += added;
      sum.completed += completed;
    }
  } finally {
    // The rows before a refusal are stored.
    await rereadContacts(id);
  }
  return sum;
}

/** Reads people from a CSV or Excel file, after showing what is found in it. @param onDone is told the list that they are in */
export function ImportContacts({ onDone }: { onDone: (list: string) => void }) {
  const user = useCurrentUser();
  const { id } = user;
  const file = useChosenFile();
  const [country, setCountry] = useState(lastCountry(user));
  const [lists, setLists] = useState('');
  const send = useMutation({
    mutationFn: (contacts: NewContact[]) => importAll(id, contacts, listsIn(lists)),
    onSuccess: ({ added, completed }) => {
      file.close();
      const more = completed > 0 ? t('contacts.completed', { count: completed }) : undefined;
      toast(t('contacts.imported', { count: added }), more);
      onDone(listsIn(lists)[0] ?? '');
    },
    onError: (error) => toastFailure(t('sms.file.refused'), messageOf(error, t('contacts.failed'))),
  });
  return (
    <>
      <FilePicker label={t('contacts.import')} accept={TABLES} onFile={file.take} />
      {file.chosen && (
        <FileDialog
          file={file.chosen}
          message=""
          contacts
          busy={send.isPending}
          country={country}
          onCountry={setCountry}
          onAdd={(read) => send.mutate(contactsOf(read))}
          onClose={file.close}
        >
          <Field label={t('contacts.lists')} hint={t('contacts.listsHint')}>
            <Input value={lists} onChange={({ target }) => setLists(target.value)} />
          </Field>
        </FileDialog>
      )}
    </>
  );
}
