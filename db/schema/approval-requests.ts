import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, partial, refersTo, time } from '../columns.ts';
import { APPROVAL_KINDS } from '../enums.ts';
import { ofUser } from './accounts.ts';

/** A request of one administrator that another one has to agree to. Rows are never deleted. */
export const approvalRequests = pgTable(
  'second_words',
  (t) => ({
    id: t.uuid().primaryKey(),
    kind: t.text({ enum: APPROVAL_KINDS }).notNull(),
    /**
     * The address of the account that it is about; for a new administrator, the address that they will have; the id of a
     * payment.
     */
    subject: t.text().notNull(),
    /** The request, in the form of its contract. */
    wanted: t.jsonb().notNull(),
    requestedBy: ofUser().notNull(),
    requestedAt: time().notNull(),
    /** When it was agreed to or withdrawn, and by whom; null while it waits. */
    decidedAt: time(),
    decidedBy: ofUser(),
    agreed: t.boolean().notNull().default(false),
  }),
  (table) => [
    partial(index('second_words_of_payment').on(table.subject), sql`${table.kind} = 'payment'`),
    uniqueIndex('second_words_one_waiting')
      .on(table.kind, sql`lower(${table.subject})`)
      .where(sql`${table.decidedAt} is null`),
  ],
);

/** A file that is read when its request is agreed to; gone once that is decided. */
export const approvalFiles = pgTable('second_word_files', {
  requestId: refersTo(() => approvalRequests.id).primaryKey(),
  /** Compressed by gzip. */
  content: bytes().notNull(),
});
