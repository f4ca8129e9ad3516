import { useState } from 'react';
import { Here } from '../../../ui/only.tsx';
import {
  type Contact,
  listContactLists,
  listContacts,
  renameContactList,
} from '../../../../src/services/contacts/contract.ts';
import { call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useListFilters } from '../../../lib/use-list-filters.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useRead } from '../../../lib/use-read.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, Options, Select } from '../../../ui/field.tsx';
import { Pencil, Plus, Search, Users } from '../../../ui/icons.tsx';
import { ListCard } from '../../../ui/list-frame.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { Campaigns } from '../campaigns/campaigns.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactRow, rereadContacts } from './contact-row.tsx';
import { ImportContacts } from './import-contacts.tsx';
import { withCount } from './with-count.ts';

/** The people that an account knows, and campaigns to them, which come behind them, so that nothing moves. */
export function ContactsSection() {
  const { id } = useCurrentUser();
  const { filters, typed: search, setTyped: setSearch } = useListFilters();
  const [chosen, setList] = useState('');
  const [renaming, setRenaming] = useState(false);
  const [editing, setEditing] = useState<Contact | 'new' | null>(null);
  const known = useRead(listContactLists, { id }).data;
  // Its last contact may be gone.
  const list = known?.lists.some(({ name }) => name === chosen) ? chosen : '';
  const query = { search: filters.q, ...(list === '' ? {} : { list }) };
  const rows = usePagedList(listContacts, { params: { id }, query });
  const isEmpty = !rows.isPending && rows.rows.length === 0 && search === '' && list === '';
  return (
    <div className="flex flex-col gap-5">
      <ListCard
        title={t('contacts.title')}
        description={t('contacts.text')}
        actions={
          <>
            <Here may="importContacts">
              <ImportContacts />
            </Here>
            {!isEmpty && (
              <DownloadLink href={`/api/users/${id}/contacts.csv?${new URLSearchParams(query).toString()}`} size="sm">
                {t('contacts.export')}
              </DownloadLink>
            )}
            <Button may="createContact" size="sm" icon={Plus} onClick={() => setEditing('new')}>
              {t('contacts.add')}
            </Button>
          </>
        }
        list={rows}
        above={
          !isEmpty && (
            <div className="grid items-end gap-3 px-5 pb-3 sm:grid-cols-[1fr_16rem_auto]">
              <SearchInput label={t('contacts.search')} value={search} onChange={setSearch} />
              <Field label={t('contacts.list')}>
                <Select value={list} onChange={({ target }) => setList(target.value)}>
                  <option value="">{withCount(t('contacts.all'), known?.contacts)}</option>
                  <Options
                    of={known?.lists ?? []}
                    value={({ name }) => name}
                    name={({ name, contacts }) => withCount(name, contacts)}
                  />
                </Select>
              </Field>
              {list !== '' && (
                <Button
                  may="renameContactList"
                  variant="secondary"
                  className="h-9"
                  icon={Pencil}
                  onClick={() => setRenaming(true)}
                >
                  {t('contacts.rename')}
                </Button>
              )}
            </div>
          )
        }
        empty={
          isEmpty
            ? { icon: Users, title: t('contacts.empty'), description: t('contacts.emptyHint') }
            : { icon: Search, title: t('contacts.noMatch') }
        }
        row={(row) => <ContactRow contact={row} onEdit={() => setEditing(row)} />}
      >
        {renaming && (
          <TextDialog
            title={t('contacts.rename')}
            label={t('contacts.newName', { name: list })}
            submitLabel={t('contacts.save')}
            value={list}
            input={{ maxLength: 60 }}
            send={async (to) => {
              await call(renameContactList, { params: { id }, body: { name: list, to } });
              await rereadContacts(id);
              setList(to);
            }}
            failed={t('contacts.failed')}
            onClose={() => setRenaming(false)}
          />
        )}
        {editing && <ContactForm contact={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      </ListCard>
      {!rows.isPending && <Campaigns />}
    </div>
  );
}
