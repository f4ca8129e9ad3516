import type { KEPT_FOR_DAYS, KeptSettings } from './enums.ts';

/* The form of what `data-map.ts` says of a table. */

/** By column, what stands there afterwards: SQL about `t`. */
type Values = Readonly<Record<string, string>>;

/** In SQL, `$before` is the time before which it is removed, `$firstId` the first id from that time on. */
interface Removal {
  /** Absent: what `when` says by itself. */
  days?: number | keyof KeptSettings;
  /** The rows that it is about. */
  when: string;
  /** Instead of removing the rows. */
  set?: Values;
  /**
   * For columns without an index: goes through all rows by their ids, from where the last time ended. Rows
   * that are `open` keep what they have, and the next time begins at the first of those. A column of their
   * parts becomes null with them.
   */
  walk?: { open: string; parts: Readonly<Record<string, { by: string; column: string }>> };
  /** Administrators see it under this name. */
  kind?: (typeof KEPT_FOR_DAYS)[number];
}

interface Fate {
  /**
   * In the erasing of an account: the rows go; these columns get values; the rows go with their parents; or a function
   * of `accounts/closing/erase-closed.ts` does it, because others have to be told.
   */
  erase?: 'rows' | 'with parent' | 'by function' | Values;
  /** Only these rows: SQL about `t`. */
  eraseOnly?: string;
  /** Columns of text that stay, with spaces between: they say nothing of a person, or the books need them. */
  stays?: string;
  removed?: readonly Removal[];
}

type OrderType = 'uuid' | 'bigint' | 'text' | 'date' | 'inet' | 'timestamptz';

/** A part of the file of an account, under this name. */
interface Filed {
  file: string;
  /** Columns that are unique within an account; by default `id`. */
  order?: readonly (readonly [column: string, type: OrderType])[];
  /** Columns that are left out: secrets and their hashes, internal values, and data of other people. */
  without?: readonly string[];
  /** Additional fields of each row `t`, by name: SQL that makes JSON. */
  more?: Values;
  /** A further condition for the rows of the file: SQL about `t`. */
  only?: string;
}

/** Why it is not in the file. */
interface Unfiled {
  notFiled: string;
}

export type TableData = Fate &
  Partial<Filed & Unfiled> & {
    table: string;
    /** SQL of `t` that is the account's id; with a parent, of the parent. Null: it is about no account. */
    owner: string | null;
    /** The table whose ids stand in a column of this one; `match`, where its rows are found in another way: SQL of `$1`. */
    parent?: { table: string; by: string; match?: string };
  };

/** SQL that gives columns their values. */
export const setsOf = (values: Values): string =>
  Object.entries(values)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');

/** A table of one account's rows. */
export const of = (table: string, data: Fate & (Filed | Unfiled), owner = 'user_id'): TableData => ({
  ...data,
  table,
  owner,
});
/** A table whose rows belong to those of another. */
export const partOf = (parent: string, by: string, table: string, data: Fate & (Filed | Unfiled)): TableData => ({
  ...data,
  table,
  owner: 'user_id',
  parent: { table: parent, by },
});
/** The operator's own data. */
export const ours = (table: string, stays = '', data: Omit<Fate, 'stays'> & Partial<Unfiled> = {}): TableData => ({
  ...data,
  table,
  owner: null,
  stays,
});
