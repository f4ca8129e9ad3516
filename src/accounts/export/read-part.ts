import type { Sql } from 'postgres';
import type { Part } from './parts.ts';

/** Rows read at a time: few enough to be held in memory whatever they say. */
export const ROWS_AT_ONCE = 500;

/** Where a page ends: of a part with a parent the parent's id first. */
type Place = readonly string[];

interface Read {
  row: string;
  place: string[];
}

/**
 * The next rows of a part, as JSON text, behind a place. Each page is a statement of its own, so that a slow reader
 * holds no connection; with a parent its rows come parent by parent, whatever their number.
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

/** What reads a page of a part: the account is its first value, the place the others. */
export const statementOf = (part: Part, after: Place | null): string =>
  part.parent ? ofParents(part, part.parent, after) : ofOwner(part, after);

const ofOwner = (part: Part, after: Place | null): string => `
  select ${rowOf(part)} as row, ${placeOf(part)} as place from ${part.table} t
  where t.${part.owner} = $1::uuid ${part.only ? `and ${part.only}` : ''} ${after ? `and ${behind(part, 2)}` : ''}
  order by ${orderOf(part)} limit ${ROWS_AT_ONCE}`;

/** The rows of one parent after another: that is how its index gives them. */
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
const placeOf = ({ order }: Part): string =>
  `array[${order.map(([column]) => `t.${column}::text`).join(', ')}]`;
const behind = (part: Part, first: number): string =>
  `(${columnsOf(part)}) > (${part.order.map(([, type], index) => `$${first + index}::${type}`).join(', ')})`;

/** Amounts are text, as everywhere on the wire: a number with a fraction is one. */
function rowOf({ without = [], more = {} }: Part): string {
  const left = without.map((column) => ` - '${column}'`).join('');
  const added = Object.entries(more)
    .map(([name, json]) => ` || jsonb_build_object('${name}', ${json})`)
    .join('');
  return `(select coalesce(jsonb_object_agg(key, case when jsonb_typeof(value) = 'number' and value::text like '%.%'
      then to_jsonb(value #>> '{}') else value end), '{}') from jsonb_each(to_jsonb(t)${left}${added}))::text`;
}
