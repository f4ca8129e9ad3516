import { useState } from 'react';
import { Here } from '../../../ui/only.tsx';
import { type Contact, listContacts, renameContactList } from '../../../../src/services/contacts/contract.ts';
import { call, readAll } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { useNavigate } from '../../../lib/router.ts';
import { keepDraft } from '../../../lib/use-draft.ts';
import { useListFilters } from '../../../lib/use-list-filters.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { useTab } from '../../../lib/use-tab.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { Options, Select } from '../../../ui/field.tsx';
import { Pencil, Plus, Search, Send, Users } from '../../../ui/icons.tsx';
import { ListCard } from '../../../ui/frames.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Campaigns } from '../campaigns/campaigns.tsx';
import { useContactLists, withCount } from '../compose/contacts-field.tsx';
import type { ComposeValues } from '../compose/compose-form.ts';
import { ContactForm } from './contact-form.tsx';
import { ContactRow, rereadContacts } from './contact-row.tsx';
import { importAll, ImportContacts } from './import-contacts.tsx';

const TABS = ['contacts', 'campaigns'] as const;

/** The people that an account knows, and campaigns to them. */
export function ContactsSection() {
  const [tab, setTab] = useTab(TABS);
  const contents = { contacts: <Contacts />, campaigns: <Campaigns onContacts={() => setTab('contacts')} /> };
  return (
    <Tabs
      label={t('contacts.title')}
      value={tab}
      onChange={setTab}
      tabs={TABS.map((each) => ({ id: each, label: t(`${each}.title`), content: contents[each] }))}
    />
  );
}

function Contacts() {
  const { id } = useCurrentUser();
  const { filters, typed: search, setTyped: setSearch } = useListFilters();
  const [chosen, setList] = useState('');
  const [naming, setNaming] = useState<'rename' | 'putIn' | null>(null);
  const navigate = useNavigate();
  const [editing, setEditing] = useState<Contact | 'new' | null>(null);
  const known = useContactLists();
  // Its last contact may be gone.
  const list = known?.lists.some(({ name }) => name === chosen) ? chosen : '';
  const query = { search: filters.q, ...(list === '' ? {} : { list }) };
  const rows = usePagedList(listContacts, { params: { id }, query });
  const write = () => {
    keepDraft<ComposeValues>(id, 'sms', { recipients: '', columns: [], contacts: { list, search: filters.q ?? '' } });
    void navigate({ to: '/dashboard', search: { section: 'sms' } });
  };
  const rename = async (to: string) => {
    await call(renameContactList, { params: { id }, body: { name: list, to } });
    await rereadContacts(id);
  };
  const putIn = async (to: string) => {
    const all = await readAll(listContacts, { params: { id }, query: { ...query, limit: 1000 } });
    await importAll(
      id,
      all.map(({ number }) => ({ number })),
      [to],
    );
    toast(t('contacts.changed', { count: all.length }), to);
  };
  const isEmpty = !rows.isPending && rows.rows.length === 0 && search === '' && list === '';
  return (
    <ListCard
      title={t('contacts.title')}
      description={t('contacts.text')}
      actions={
        <>
          <Here may="importContacts">
            <ImportContacts onDone={setList} />
          </Here>
          <Button may="createContact" size="sm" icon={Plus} onClick={() => setEditing('new')}>
            {t('contacts.add')}
          </Button>
        </>
      }
      list={rows}
      above={
        !isEmpty && (
          <div className="flex flex-wrap items-center gap-2 px-5 pb-3">
            <SearchInput label={t('contacts.search')} value={search} onChange={setSearch} />
            <Select
              aria-label={t('contacts.list')}
              className="sm:w-64!"
              value={list}
              onChange={({ target }) => setList(target.value)}
            >
              <option value="">{withCount(t('contacts.all'), known?.contacts)}</option>
              <Options
                of={known?.lists ?? []}
                value={({ name }) => name}
                name={({ name, contacts }) => withCount(name, contacts)}
              />
            </Select>
            {rows.rows.length > 0 && (
              <>
                <SmallButton may="sendSms" icon={Send} onClick={write}>
                  {t('contacts.send')}
                </SmallButton>
                <SmallButton may="importContacts" icon={Plus} onClick={() => setNaming('putIn')}>
                  {t('contacts.putIn')}
                </SmallButton>
                <DownloadLink href={`/api/users/${id}/contacts.csv?${new URLSearchParams(query)}`} size="sm">
                  {t('contacts.export')}
                </DownloadLink>
              </>
            )}
            {list !== '' && (
              <SmallButton may="renameContactList" icon={Pencil} onClick={() => setNaming('rename')}>
                {t('contacts.rename')}
              </SmallButton>
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
      {naming && (
        <TextDialog
          {...(naming === 'rename'
            ? { label: t('contacts.newName', { name: list }), submitLabel: t('contacts.save'), value: list }
            : { label: t('contacts.list'), submitLabel: t('contacts.putIn'), description: t('contacts.putInText') })}
          title={t(`contacts.${naming}`)}
          input={{ maxLength: 60, ...(naming === 'putIn' && { list: 'contact-lists' }) }}
          send={async (to) => {
            await (naming === 'rename' ? rename(to) : putIn(to));
            setList(to);
          }}
          failed={t('contacts.failed')}
          onClose={() => setNaming(null)}
        />
      )}
      <datalist id="contact-lists">
        <Options of={known?.lists.map(({ name }) => name) ?? []} />
      </datalist>
      {editing && <ContactForm contact={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </ListCard>
  );
}
