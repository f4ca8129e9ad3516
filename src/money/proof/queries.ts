import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';

/** What the rules are asked of. */
export interface Queries {
  unsafe(text: string): PromiseLike<readonly Record<string, unknown>[]>;
}

/** An open transaction, for texts that are made of rules, and of numbers and ids of our own. */
export const inTransaction = (tx: Transaction): Queries => ({
  unsafe: (text) => tx.db.execute(template.raw(text)),
});
