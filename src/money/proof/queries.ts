import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';

/** The connection on which the rules run. */
export interface Queries {
  unsafe(text: string): PromiseLike<readonly Record<string, unknown>[]>;
}

/** An open transaction, for statements made only of rules and of our own numbers and ids. */
export const inTransaction = (tx: Transaction): Queries => ({ unsafe: (text) => tx.db.execute(template.raw(text)) });
