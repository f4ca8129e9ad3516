import { contacts } from '../../../db/schema/index.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import { mapPaced } from '../../platform/kit/turn.ts';
import { type Fields, placeholdersOf, valueOf } from '../../shared/personal-text.ts';
import type { Deps } from '../deps.ts';
import { MAX_RECIPIENTS } from '../messaging/contract.ts';
import { audienceSql } from './contacts.ts';
import type { Audience, Contact } from './contract.ts';
import { hasList } from './lists.ts';

interface Written {
  recipients: readonly string[];
  message: string;
  fields?: readonly Fields[] | undefined;
  contacts?: Audience | undefined;
}

/** The values that a contact has for the placeholders of a message. */
export function fieldsFor(message: string): (contact: Pick<Contact, 'name' | 'fields'>) => Fields {
  const names = placeholdersOf(message);
  return ({ name, fields }) => {
    const all = name === null ? fields : { name, ...fields };
    return Object.fromEntries(names.map((each) => [each, valueOf(all, each) ?? '']));
  };
}

/** A message whose contacts are among its recipients, as they are now. @throws validation_failed (contacts) */
export async function withContacts<Given extends Written>(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { contacts: meant, ...given }: Given,
): Promise<Omit<Given, 'contacts'>> {
  if (!meant || (meant.lists.length > 0 && !(await hasList(db, userId, meant.lists)))) return given;
  const found = await db
    .select({ number: contacts.number, name: contacts.name, fields: contacts.fields })
    .from(contacts)
    .where(audienceSql(userId, meant))
    .orderBy(contacts.id)
    .limit(MAX_RECIPIENTS + 1);
  const recipients = [...given.recipients, ...found.map(({ number }) => number)];
  if (recipients.length > MAX_RECIPIENTS) {
    throw invalidField('contacts', fault('recipientsMost', { count: MAX_RECIPIENTS }));
  }
  if (!given.fields && placeholdersOf(given.message).length === 0) return { ...given, recipients };
  const own = given.fields ?? given.recipients.map(() => ({}));
  return { ...given, recipients, fields: [...own, ...(await mapPaced(found, fieldsFor(given.message)))] };
}
