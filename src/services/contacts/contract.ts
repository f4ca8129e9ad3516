import { z } from 'zod';
import { countryCode } from '../../callers/contract.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { faultText } from '../../platform/kit/faults.ts';
import { isoTime, line, namedObject, pageQuery, uuid } from '../../platform/kit/schemas.ts';

const { endpoint, pagedList } = endpointsFor('Contacts');

/** The most contacts of one request, and the most lists that one is in. */
export const MAX_IMPORTED = 5000;
const IMPORT_BYTES = 8 * 1024 * 1024;
const MAX_LISTS = 50;

/** The most fields of a recipient, and the most characters of each. */
export const MAX_FIELDS = 20;
const TOO_MANY_FIELDS = faultText('fieldsMost', { count: MAX_FIELDS });
export const MAX_FIELD_CHARACTERS = 200;

/** The values of `{name}` in a message, for one recipient. */
export const recipientFields = z
  .record(z.string().min(1).max(64), line(MAX_FIELD_CHARACTERS))
  .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, TOO_MANY_FIELDS);

const listName = line(60).min(1, faultText('fillAll'));
const lists = z.array(listName).max(MAX_LISTS);
const optedInAt = z.iso.datetime({ offset: true, error: faultText('timeMissing') }).nullish();

/** Which of an account's contacts are meant: those of any of these lists (none: of all) that the search finds. */
export const audience = z.object({
  lists: lists.default([]),
  /** Digits of a number, or parts of a name. */
  search: z.string().trim().max(60).default(''),
});
export type Audience = z.output<typeof audience>;

export const contact = namedObject('Contact', {
  id: uuid,
  /** E.164. */
  number: z.string(),
  /** The number's country (ISO 3166-1 alpha-2); blank where it belongs to none. */
  country: z.string(),
  name: z.string().nullable(),
  /** The values for `{field}` in a message, beside `{name}`. */
  fields: z.record(z.string(), z.string()),
  lists: z.array(z.string()),
  /** When and how they agreed to receive messages. */
  optedInAt: isoTime.nullable(),
  optInSource: z.string().nullable(),
  createdAt: isoTime,
});
export type Contact = z.infer<typeof contact>;

export const contactBody = z.object({
  name: line(120).nullish(),
  fields: recipientFields.optional(),
  lists: lists.optional(),
  optedInAt,
  optInSource: line(120).nullish(),
});
export const newContactBody = contactBody.extend({ number: line(32).min(1, faultText('phoneMissing')) });

export const listContacts = pagedList('listContacts', '/api/users/:id/contacts', {
  summary: 'Contacts, newest first; search takes digits of a number or parts of a name',
  query: pageQuery.extend({ search: audience.shape.search, list: listName.optional() }),
  row: contact,
});

export const exportContacts = endpoint('exportContacts', 'GET /api/users/:id/contacts.csv', {
  summary: 'The contacts that the filters show, as CSV',
  query: z.object({ search: audience.shape.search, list: listName.optional() }),
  produces: ['text/csv'],
});

export const listContactLists = endpoint('listContactLists', 'GET /api/users/:id/contact-lists', {
  summary: 'The lists that contacts are in, how many each has, and the names of their fields',
  response: z.object({
    contacts: z.number().int(),
    lists: z.array(z.object({ name: z.string(), contacts: z.number().int() })),
    /** Those that the newest thousand contacts have. */
    fields: z.array(z.string()),
  }),
});

export const renamedList = z.object({ name: listName, to: listName });

export const renameContactList = endpoint('renameContactList', 'PUT /api/users/:id/contact-lists', {
  summary: 'Give a list another name; campaigns to it that are not over go on',
  body: renamedList,
  errors: ['not_allowed_now'],
});

export const createContact = endpoint('createContact', 'POST /api/users/:id/contacts', {
  summary: 'Note a contact; one with this number is completed',
  body: newContactBody,
  status: 201,
  response: contact,
  errors: ['not_allowed_now'],
});

/** A contact that is there gets the new name and fields, and is in the new lists as well; when it agreed stays. */
export const importContacts = endpoint('importContacts', 'POST /api/users/:id/contacts/import', {
  summary: 'Note many contacts at once; the same request again changes nothing',
  largestBody: IMPORT_BYTES,
  body: z.object({
    contacts: z
      .array(newContactBody)
      .min(1, faultText('fillAll'))
      .max(MAX_IMPORTED, faultText('recipientsMost', { count: MAX_IMPORTED })),
    /** Lists that all of them are put into. */
    lists: lists.optional(),
    /** Where numbers without a country’s code belong. */
    country: countryCode.optional(),
  }),
  response: z.object({
    added: z.number().int(),
    /** Contacts that were there before. */
    completed: z.number().int(),
    /** Places (from 0) of those without a usable number. */
    refused: z.array(z.number().int()),
  }),
  errors: ['not_allowed_now'],
});

export const updateContact = endpoint('updateContact', 'PUT /api/users/:id/contacts/:contactId', {
  summary: 'Change a contact: what is given replaces what was there',
  body: contactBody,
  response: contact,
});

export const removeContact = endpoint('removeContact', 'DELETE /api/users/:id/contacts/:contactId', {
  summary: 'Delete a contact; messages to it stay',
});

export const erasePerson = endpoint('erasePerson', 'POST /api/users/:id/contacts/erase', {
  summary: 'Remove a person everywhere: contact, conversations, what messages hold; an opt-out stays',
  body: z.object({ number: newContactBody.shape.number }),
  errors: ['not_allowed_now', 'validation_failed'],
});
