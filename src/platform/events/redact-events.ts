import { type SQL, sql as template } from 'drizzle-orm';
import type { Transaction } from './transact.ts';

/** Takes the text of a message out of events that were published. @param these joins and conditions for events `e` */
export const redactEvents = (tx: Transaction, these: SQL) =>
  tx.db.execute(template`update events e set data = jsonb_set(e.data::jsonb, '{text}', '""')::text ${these}`);
