import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time, transactionIdColumn } from '../columns.ts';

/**
 * The outbox: a row is written in the transaction of the change it tells of. `transactionId` is the
 * writing transaction's, because sequence numbers can commit out of order and a reader that follows
 * them alone would miss rows.
 */
export const events = pgTable(
  'events',
  {
    seq: bigserial({ mode: 'number' }).primaryKey(),
    transactionId: transactionIdColumn()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    name: text().notNull(),
    /** Whose event it is; null where it belongs to nobody in particular. */
    userId: uuid(),
    toOwner: boolean().notNull(),
    toAdmins: boolean().notNull(),
    toEveryone: boolean().notNull(),
    /** JSON as it goes over the wire, `at` included. */
    data: text().notNull(),
    at: time().notNull(),
  },
  (table) => [
    index('events_transaction').on(table.transactionId, table.seq),
    index('events_age').on(table.at),
  ],
);
