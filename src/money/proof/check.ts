import type { Sql } from 'postgres';
import { RULES } from './rules.ts';
import { allOf } from './checked-tables.ts';

/** A violation of a rule of money. */
export interface Discrepancy {
  rule: string;
  /** The id of the row that violates it. */
  subject: string;
  expected: string | null;
  found: string | null;
}

/**
 * Checks the whole database against the rules of money. An empty list means that every pound is
 * accounted for. It reads one consistent snapshot, so it can run during traffic.
 */
export async function checkLedger(sql: Sql): Promise<Discrepancy[]> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    // A check of everything may take longer than the time limit of a request.
    await tx.unsafe(`set local statement_timeout = 0`);
    const discrepancies: Discrepancy[] = [];
    for (const { rule, over, broken } of RULES) {
      const rows = await tx.unsafe<Omit<Discrepancy, 'rule'>[]>(over ? `${allOf(over)} ${broken}` : broken);
      discrepancies.push(...rows.map((row) => ({ rule, ...row })));
    }
    return discrepancies;
  });
}

/** How much was checked. */
export interface LedgerSize {
  users: number;
  transactions: number;
  entries: number;
  /** The sum of all balances, in pounds. */
  credits: string;
  /** The credit set aside for running calls, in pounds. */
  setAside: string;
}

/** Counts the rows that a check covers. */
export async function ledgerSize(sql: Sql): Promise<LedgerSize> {
  const [size] = await sql.unsafe<LedgerSize[]>(`
    select (select count(*)::int from users) as users,
      (select count(*)::int from transactions) as transactions,
      (select count(*)::int from ledger_entries) as entries,
      (select coalesce(sum(credits), 0.00)::text from users) as credits,
      (select coalesce(sum(set_aside), 0)::numeric(12, 2)::text from voice_calls) as "setAside"`);
  if (!size) throw new Error('a count returned no row');
  return size;
}
