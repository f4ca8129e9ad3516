import type { PendingQuery, Row, Sql } from 'postgres';

/** How many rows one statement removes: few enough that no lock and no snapshot is held for long. */
const BATCH = 1000;

/**
 * Removes the rows of a table that match a condition, in batches.
 * @returns how many there were
 */
export async function removeOld(sql: Sql, table: string, condition: PendingQuery<Row[]>): Promise<number> {
  let removed = 0;
  for (;;) {
    const { count } = await sql`
      delete from ${sql(table)}
      where ctid = any(array(select ctid from ${sql(table)} where ${condition} limit ${BATCH}))`;
    removed += count;
    if (count < BATCH) return removed;
  }
}
