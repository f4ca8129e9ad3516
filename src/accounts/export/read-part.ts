import type { Sql } from 'postgres';
import { DATA } from '../../../db/data-map.ts';
import type { TableData } from '../../../db/table-data.ts';

/** A part of the file: the rows of one table that belong to an account. */
export type Part = TableData & { file: string; order: NonNullable<TableData['order']> };

/** All parts of the file, in its order. */
export const PARTS: readonly Part[] = DATA.flatMap(({ file, order = [['id', 'uuid']], ...data }) =>
  file === undefined ? [] : [{ ...data, file, order }],
);

/** Rows read at a time: few enough to fit in memory, whatever their size. */
export const ROWS_AT_ONCE = 500;

/** The end of a page; for a part with a parent it begins with the parent's id. */
type Place = readonly string[];

interface Read {
  row: string;
  place: string[];
}

/**
 * The next rows of a part after a place, as JSON text. Each page is a separate statement, so that a slow reader holds
 * no connection. For a part with a parent, the rows come in the order of the parents.
 */
export async function readPart(
  sql: Sql,
  part: Part,
  { userId, after }: { userId: string; after: Place | null },
): Promise<{ rows: string[]; next: Place | null }> {
  const read = await sql.unsafe<Read[]>(statementOf(part, after), [userId, ...(after ?? [])]);
  const next = read.length === ROWS_AT_ONCE ? (read.at(-1)?.place ?? null) : null;
  return { rows: read.map(({ row }) => row), next };
}

/** The statement for one page of a part: the account is its first value, the place is the others. */
export const statementOf = (part: Part, after: Place | null): string =>
  part.parent ? ofParents(part, part.parent, after) : ofOwner(part, after);

const ofOwner = (part: Part, after: Place | null): string => `
  select ${rowOf(part)} as row, ${placeOf(part)} as place from ${part.table} t
  where t.${part.owner} = $1::uuid ${part.only ? `and ${part.only}` : ''} ${after ? `and ${behind(part, 2)}` : ''}
  order by ${orderOf(part)} limit ${ROWS_AT_ONCE}`;

/** The rows of one parent after another, which is the order of their index. */
const ofParents = (part: Part, { table, by }: NonNullable<Part['parent']>, after: Place | null): string => `
  select ${rowOf(part)} as row, array[p.id::text] || ${placeOf(part)} as place
  from ${table} p cross join lateral (
    select * from ${part.table} t where t.${by} = p.id
      ${after ? `and (p.id > $2::uuid or ${behind(part, 3)})` : ''}
    order by ${orderOf(part)} limit ${ROWS_AT_ONCE}) t
  where p.${part.owner} = $1::uuid ${after ? 'and p.id >= $2::uuid' : ''}
  order by p.id, ${orderOf(part)} limit ${ROWS_AT_ONCE}`;

const columnsOf = ({ order }: Part): string => order.map(([column]) => `t.${column}`).join(', ');
const orderOf = columnsOf;
const placeOf = ({ order }: Part): string => `array[${order.map(([column]) => `t.${column}::text`).join(', ')}]`;
const behind = (part: Part, first: number): string =>
  `(${columnsOf(part)}) > (${part.order.map(([, type], index) => `$${first + index}::${type}`).join(', ')})`;

/** Amounts are text, as in all our JSON. Every number with a fraction is an amount. */
function rowOf({ without = [], more = {} }: Part): string {
  const left = without.map((column) => ` - '${column}'`).join('');
  const added = Object.entries(more)
    .map(([name, json]) => ` || jsonb_build_object('${name}', ${json})`)
    .join('');
  return `(select coalesce(jsonb_object_agg(key, case when jsonb_typeof(value) = 'number' and value::text like '%.%'
      then to_jsonb(value #>> '{}') else value end), '{}') from jsonb_each(to_jsonb(t)${left}${added}))::text`;
}
