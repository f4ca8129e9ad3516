import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { partial, refersTo, time } from '../columns.ts';
import { PAPERS_OWNERS, PAPERS_STEPS, PORT_STATES } from '../enums.ts';
import { ofUser } from './accounts.ts';
import { objects } from './uploads.ts';

/** The kind under which a document was shown, and its details. */
interface DocumentGiven {
  key: string;
  accepted: string;
  fields: Record<string, string>;
  /** The file has this id; null where an address shows it. */
  objectId: string | null;
}

interface AddressGiven {
  name: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  countryCode: string;
}

/** An account's papers for a carrier's numbers of one kind in one country. */
export const numberPapers = pgTable(
  'number_papers',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    provider: t.text().notNull(),
    countryCode: t.text().notNull(),
    kind: t.text({ enum: ['local', 'mobile'] }).notNull(),
    /** One of the numbers that they are for: carriers are asked by it. E.164. */
    number: t.text().notNull(),
    status: t.text({ enum: PAPERS_STEPS }).notNull(),
    /** Counts how often they were handed in: to the carrier, corrected papers are other papers. */
    round: t.integer().notNull().default(1),
    owner: t.text({ enum: PAPERS_OWNERS }).notNull(),
    /** The given details and documents; null once they are old enough to be forgotten. */
    details: t.jsonb().$type<Record<string, string>>(),
    address: t.jsonb().$type<AddressGiven>(),
    documents: t.jsonb().$type<DocumentGiven[]>(),
    /** A rejected one has a reason, in the words of the carrier or the administrator. */
    reason: t.text(),
    /** The carrier's id of them. */
    carrierPapersId: t.text(),
    handedInAt: time().notNull(),
    decidedAt: time(),
    /** The administrator who decided. */
    decidedBy: ofUser(),
    /** When the carrier is asked next; null where it is not. */
    dueAt: time(),
    claimedUntil: time(),
    /** Tries and questions since the state changed. */
    attempts: t.integer().notNull().default(0),
  }),
  (table) => [
    uniqueIndex('number_papers_one').on(table.userId, table.provider, table.countryCode, table.kind),
    index('number_papers_queue').on(table.status, table.id),
    partial(index('number_papers_due').on(table.dueAt), sql`${table.dueAt} is not null`),
  ],
);

/** The objects made at the carrier on the way, so that nothing is made twice. */
export const numberPapersSteps = pgTable(
  'number_papers_steps',
  (t) => ({
    papersId: refersTo(() => numberPapers.id).notNull(),
    round: t.integer().notNull(),
    name: t.text().notNull(),
    /** Null until its answer is stored. */
    carrierId: t.text(),
  }),
  (table) => [primaryKey({ columns: [table.papersId, table.round, table.name] })],
);

/** The files of papers. */
export const numberPapersFiles = pgTable(
  'number_papers_files',
  { papersId: refersTo(() => numberPapers.id).notNull(), objectId: refersTo(() => objects.id).notNull() },
  (table) => [
    primaryKey({ columns: [table.papersId, table.objectId] }),
    index('number_papers_files_object').on(table.objectId),
  ],
);

/**
 * The things that were made of papers at a carrier and are to be deleted there: of papers that were refused,
 * and of closed accounts.
 */
export const papersWithdrawals = pgTable(
  'papers_withdrawals',
  (t) => ({
    id: t.uuid().primaryKey(),
    provider: t.text().notNull(),
    countryCode: t.text().notNull(),
    /** The carrier was told this owner; by then the account may say nothing about a person any more. */
    owner: t.uuid().notNull(),
    /** The ids at the carrier by the names of their steps. */
    made: t.jsonb().$type<Record<string, string>>().notNull(),
    /** When the carrier is asked next. */
    dueAt: time().notNull(),
    /** How often it was asked. */
    attempts: t.integer().notNull().default(0),
  }),
  (table) => [index('papers_withdrawals_due').on(table.dueAt)],
);

/** An account's request to bring numbers from another carrier. */
export const numberPorts = pgTable(
  'number_ports',
  (t) => ({
    id: t.uuid().primaryKey(),
    userId: ofUser().notNull(),
    /** E.164, all of one country. */
    numbers: t.text().array().notNull(),
    countryCode: t.text().notNull(),
    status: t.text({ enum: PORT_STATES }).notNull(),
    losingCarrier: t.text().notNull(),
    /** The losing carrier's name for its customer; null where it gives none, or once it is old enough to be forgotten. */
    accountNumber: t.text(),
    sealedPin: t.text(),
    /** Null once it is old enough to be forgotten, and the files with it. */
    holder: t.jsonb().$type<AddressGiven>(),
    /** The letter of authority, and a bill of the losing carrier. */
    authorityId: t.uuid().references(() => objects.id),
    billId: t.uuid().references(() => objects.id),
    wishedOn: t.date(),
    /** The day that was agreed with the losing carrier. */
    portsOn: t.date(),
    /** An administrator's words to the customer about the state. */
    words: t.text(),
    requestedAt: time().notNull(),
    changedAt: time().notNull(),
    /** The administrator who changed it last. */
    decidedBy: ofUser(),
  }),
  (table) => [
    index('number_ports_user').on(table.userId, table.id),
    index('number_ports_queue').on(table.status, table.id),
    index('number_ports_authority').on(table.authorityId),
    index('number_ports_bill').on(table.billId),
  ],
);
