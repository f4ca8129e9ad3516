import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Contact, createContact, erasePerson, removeContact } from '../../../../src/services/contacts/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { queryKeys, reread } from '../../../lib/reads.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Badge } from '../../../ui/values.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Ellipsis, Pencil, Trash2, X } from '../../../ui/icons.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { toast, toastFailure, toastUndo } from '../../../ui/toast.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';

/** After contacts have changed: their lists, and what a message to them costs. */
export const rereadContacts = (id: string) => reread(queryKeys.contactLists(id), queryKeys.contacts(id));

/** A person that the account knows, and what can be done with them. */
export function ContactRow({ contact, onEdit }: { contact: Contact; onEdit: () => void }) {
  const { id } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const { id: contactId, createdAt: _at, country: _country, ...body } = contact;
  const { number, name, lists, fields, optInSource } = body;
  const { mutate, isPending } = useMutation({
    mutationFn: async (act: 'remove' | 'erase' | 'putBack') => {
      if (act === 'remove') await call(removeContact, { params: { id, contactId } });
      else if (act === 'erase') await call(erasePerson, { params: { id }, body: { number } });
      else await call(createContact, { params: { id }, body });
    },
    onSuccess: (_, act) => {
      if (act === 'remove') toastUndo(t('contacts.removed', { number }), () => mutate('putBack'));
      if (act === 'erase') toast(t('contacts.erased', { number }));
      void reread(queryKeys.sms(id));
      return rereadContacts(id);
    },
    onError: (error) => toastFailure(t('contacts.failed'), messageOf(error, '')),
  });
  return (
    <li className="flex items-start justify-between gap-4 px-5 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <WithNumbers className="font-medium break-words">{name ?? number}</WithNumbers>
          {name !== null && <WithNumbers className="text-sm text-muted">{number}</WithNumbers>}
          {lists.map((list) => (
            <Badge key={list}>{list}</Badge>
          ))}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm break-words text-muted">
          {Object.entries(fields).map(([field, value]) => (
            <bdi key={field}>{`${field}: ${value}`}</bdi>
          ))}
          {optInSource && <span>{t('contacts.optIn', { source: optInSource })}</span>}
        </p>
      </div>
      <Menu
        label={t('contacts.actions', { number })}
        trigger={<Ellipsis aria-hidden className="size-5" />}
        actions={[
          { may: 'updateContact', label: t('contacts.edit', { number }), icon: Pencil, onSelect: onEdit },
          { may: 'removeContact', label: t('contacts.remove'), icon: Trash2, onSelect: () => mutate('remove') },
          { may: 'erasePerson', label: t('contacts.erase'), icon: X, danger: true, onSelect: () => setAsking(true) },
        ]}
      />
      <ConfirmDialog
        danger
        open={asking}
        onClose={() => setAsking(false)}
        title={<WithNumbers>{t('contacts.eraseTitle', { number })}</WithNumbers>}
        description={t('contacts.eraseText')}
        confirmLabel={t('contacts.erase')}
        busy={isPending}
        onConfirm={() => {
          setAsking(false);
          mutate('erase');
        }}
      />
    </li>
  );
}
