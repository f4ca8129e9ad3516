import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { users } from './accounts.ts';

/** An upload that was asked for, and once `storedAt` is set, a file that is kept. */
export const objects = pgTable(
  'objects',
  {
    id: uuid().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id),
    /** Found out from the content, not from what the sender called it. */
    contentType: text(),
    bytes: integer(),
    /**
     * Where the file is stored. Each attempt has a place of its own; this names the attempt that finished
     * first.
     */
    storageKey: text(),
    createdAt: time().notNull(),
    storedAt: time(),
  },
  (table) => [index('objects_owner').on(table.ownerId)],
);
