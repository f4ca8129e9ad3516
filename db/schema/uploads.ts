import { index, pgTable } from 'drizzle-orm/pg-core';
import { time } from '../columns.ts';
import { ofUser } from './accounts.ts';

/** A requested upload and, once `storedAt` is set, a stored file. */
export const objects = pgTable(
  'objects',
  (t) => ({
    id: t.uuid().primaryKey(),
    ownerId: ofUser().notNull(),
    /** Detected from the content, not from the sender's name of it. */
    contentType: t.text(),
    bytes: t.integer(),
    /** Where the file is stored. Each attempt has its own place; this is the attempt that finished first. */
    storageKey: t.text(),
    createdAt: time().notNull(),
    storedAt: time(),
  }),
  (table) => [index('objects_owner').on(table.ownerId)],
);
