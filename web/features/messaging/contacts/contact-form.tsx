import { z } from 'zod';
import {
  type Contact,
  createContact,
  newContactBody,
  updateContact,
} from '../../../../src/services/contacts/contract.ts';
import { call } from '../../../lib/call.ts';
import { numberHint } from '../../../lib/example-number.ts';
import { t } from '../../../lib/i18n.ts';
import { closeAndReread, queryKeys } from '../../../lib/reads.ts';
import { localTime } from '../../../lib/local-time.ts';
import { useCurrentUser } from '../../../state/session.ts';
import { Field, Textarea } from '../../../ui/field.tsx';
import { FormDialog, FormInput, useFormCall } from '../../../ui/form.tsx';
import { useKeptForm } from '../../../ui/use-kept-form.ts';

/** Lists are one text with commas, fields one with a line for each. */
const typed = z.object({
  number: newContactBody.shape.number,
  name: z.string(),
  lists: z.string(),
  fields: z.string(),
  optInSource: z.string(),
  optedInAt: z.string(),
});

/** The names in a text that has commas between them. */
export const listsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,،、，]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

const fieldsIn = (text: string) =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.search(/[:：]/);
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : [];
    }),
  );

/** Enters a person by hand, or changes one. */
export function ContactForm({ contact, onClose }: { contact: Contact | null; onClose: () => void }) {
  const { id, country } = useCurrentUser();
  const { form, discard } = useKeptForm(typed, {
    draft: `contact:${contact?.id ?? 'new'}`,
    onClose,
    defaultValues: {
      number: contact?.number ?? '',
      name: contact?.name ?? '',
      lists: contact?.lists.join(', ') ?? '',
      fields: Object.entries(contact?.fields ?? {})
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
      optInSource: contact?.optInSource ?? '',
      optedInAt: contact?.optedInAt ? localTime(new Date(contact.optedInAt)) : '',
    },
  });
  const sending = useFormCall(form, {
    send: ({ number, lists, fields, optedInAt, ...given }) => {
      const body = {
        ...given,
        ...{ lists: listsIn(lists), fields: fieldsIn(fields) },
        optedInAt: optedInAt === '' ? null : new Date(optedInAt).toISOString(),
      };
      return contact
        ? call(updateContact, { params: { id, contactId: contact.id }, body })
        : call(createContact, { params: { id }, body: { ...body, number } });
    },
    onSent: closeAndReread(discard, queryKeys.contactLists(id), queryKeys.contacts(id)),
    failed: t('contacts.failed'),
  });
  return (
    <FormDialog
      {...sending}
      onClose={onClose}
      onKeep={discard}
      title={contact ? t('contacts.edit', { number: contact.number }) : t('contacts.add')}
      submitLabel={t('contacts.save')}
    >
      {!contact && (
        <FormInput form={form} name="number" type="tel" label={t('contacts.number')} hint={numberHint(country)} />
      )}
      <FormInput form={form} name="name" label={t('contacts.name')} maxLength={120} />
      <FormInput form={form} name="lists" label={t('contacts.lists')} hint={t('contacts.listsHint')} />
      <Field
        label={t('contacts.fields')}
        hint={t('contacts.fieldsHint', { example: 'town: Leeds' })}
        error={form.formState.errors.fields?.message}
      >
        <Textarea {...form.register('fields')} rows={3} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormInput form={form} name="optInSource" label={t('contacts.optInSource')} maxLength={120} />
        <FormInput form={form} name="optedInAt" label={t('contacts.optedInAt')} type="datetime-local" />
      </div>
    </FormDialog>
  );
}
