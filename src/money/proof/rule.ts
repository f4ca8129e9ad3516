import type { CheckedTable } from './checked-tables.ts';

/** One rule of money, and the statement that finds its violations: `subject`, `expected`, `found`. */
export interface Rule {
  rule: string;
  /** The rows that the rule checks: the statement reads them as `each_…`, all of them or a slice. */
  over?: CheckedTable;
  broken: string;
}
