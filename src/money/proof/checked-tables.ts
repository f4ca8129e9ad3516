/** The rows that rules of money check one by one, in the order of a pass. */
export const CHECKED_TABLES = [
  ...['users', 'transactions', 'messages', 'calls', 'packages', 'minutes', 'terms', 'margins', 'earnings', 'debts'],
  ...['reversals', 'approvals'],
] as const;
export type CheckedTable = (typeof CHECKED_TABLES)[number];

/**
 * For each: the name that the rules use for a row, its table, the key that orders the slices, and the rows in a slice.
 */
const TABLES: Record<CheckedTable, { each: string; table: string; key: string; rows: number }> = {
  users: { each: 'each_user', table: 'users', key: 'id', rows: 2_000 },
  transactions: { each: 'each_transaction', table: 'transactions', key: 'id', rows: 10_000 },
  // A message may have 100,000 recipients.
  messages: { each: 'each_message', table: 'sms_messages', key: 'id', rows: 1_000 },
  calls: { each: 'each_call', table: 'voice_calls', key: 'id', rows: 10_000 },
  packages: { each: 'each_package', table: 'voice_packages', key: 'id', rows: 1_000 },
  minutes: { each: 'each_minutes', table: 'package_minutes', key: 'id', rows: 10_000 },
  terms: { each: 'each_term', table: 'reseller_terms', key: 'id', rows: 10_000 },
  margins: { each: 'each_margin', table: 'margins', key: 'transaction_id', rows: 5_000 },
  earnings: { each: 'each_earning', table: 'margin_earnings', key: 'id', rows: 10_000 },
  debts: { each: 'each_debt', table: 'debt_entries', key: 'id', rows: 10_000 },
  reversals: { each: 'each_reversal', table: 'payment_reversals', key: 'id', rows: 10_000 },
  approvals: { each: 'each_approval', table: 'second_words', key: 'id', rows: 10_000 },
};

/** A number of rows of a table after a key, in its order; null: from the first. */
export interface Slice {
  table: CheckedTable;
  /** A number or a UUID, as text. */
  after: string | null;
  count: number;
}

/** The usual number of rows in a slice of a table. */
export const sliceOf = (table: CheckedTable): number => TABLES[table].rows;

/** All rows of a table, for a statement with a rule after it. */
export const allOf = (table: CheckedTable): string =>
  `with ${TABLES[table].each} as not materialized (select * from ${TABLES[table].table})`;

/** Exactly the rows of a slice, whatever the rule after it does with them. */
export const rowsOf = ({ table, after, count }: Slice): string => `
  with ${TABLES[table].each} as materialized (
    select * from ${TABLES[table].table} ${after === null ? '' : `where ${TABLES[table].key} > '${after}'`}
    order by ${TABLES[table].key} limit ${count}
  )`;

/** The key of the last row of a slice as `key`; null if no rows follow. */
export const lastOf = ({ table, after, count }: Slice): string => `
  select ${TABLES[table].key}::text as key from ${TABLES[table].table}
  ${after === null ? '' : `where ${TABLES[table].key} > '${after}'`}
  order by ${TABLES[table].key} offset ${count - 1} limit 1`;
