import type { Sql } from 'postgres';
import { DATA } from '../../db/data-map.ts';
import { setsOf, type TableData } from '../../db/table-data.ts';
import type { Clock } from './kit/clock.ts';
import { LOWEST_ID } from './kit/ids.ts';

/** How many rows one statement changes: fewer where each may have many parts. */
const BATCH = { alone: 500, parts: 20 } as const;

/** Erases the rows of one table where others have to be told. */
export type Eraser = (userId: string) => Promise<unknown>;

/**
 * Erases what says who an account's owner was, in every table, as `db/data-map.ts` says. It can be interrupted and
 * repeated.
 * @param erasers those of the tables that are erased by a function
 */
export async function eraseAccount(
  { sql, clock }: { sql: Sql; clock: Clock },
  userId: string,
  erasers: Readonly<Record<string, Eraser>>,
  map = DATA,
): Promise<void> {
  for (const data of map.toReversed()) {
    if (data.erase === 'by function') await erasers[data.table]?.(userId);
    else if (data.erase && data.erase !== 'with parent') await eraseRows(sql, clock, data, userId);
  }
}

/** Goes through the account's rows of the table, or of its parent, by their ids. */
async function eraseRows(sql: Sql, clock: Clock, data: TableData, userId: string): Promise<void> {
  const { table, owner, parent, erase, eraseOnly = 'true', order = [['id', 'uuid']] } = data;
  if (erase === 'rows' && !parent) {
    await sql.unsafe(`delete from ${table} t where ${place(owner)} = $1::uuid`, [userId]);
    return;
  }
  const change =
    typeof erase === 'object'
      ? `update ${table} t set ${setsOf(erase).replaceAll('$now', `'${clock.now().toISOString()}'::timestamptz`)}`
      : `delete from ${table} t`;
  const key = parent ? 'id' : order[0]?.[0];
  const match = parent?.match ?? `t.${parent?.by ?? key} = any($1::uuid[])`;
  for (let above = LOWEST_ID; ;) {
    const rows = await sql.unsafe<{ id: string }[]>(
      `select t.${key} as id from ${parent?.table ?? table} t where ${place(owner)} = $1::uuid and t.${key} > $2::uuid
        order by 1 limit ${parent ? BATCH.parts : BATCH.alone}`,
      [userId, above],
    );
    const ids = rows.map(({ id }) => id);
    above = ids.at(-1) ?? '';
    if (above === '') return;
    await sql.unsafe(`${change} where ${match} and ${eraseOnly}`, [ids]);
  }
}

const place = (owner: string | null): string => (owner?.includes('t.') ? owner : `t.${owner}`);
