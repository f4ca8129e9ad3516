import type { TestApp } from '../../kit/app.ts';

/** Strangers' rows in each table: enough that reading them all costs more than any index. */
const STRANGERS_ROWS = 6000;

interface Column {
  name: string;
  type: string;
  unique: boolean;
  /** It must have a value, and has none by itself. */
  needed: boolean;
}

/** Tables of the program's own affairs, that do not grow with its customers. */
export const SMALL: ReadonlySet<string> = new Set([
  ...['provider_state', 'provider_health', 'provider_gates', 'sandbox_carriers', 'event_frontier'],
  ...['ledger_checkpoint', 'ledger_gaps', 'total_changes', 'uncounted_figures', 'uncounted_days'],
  ...['monthly_totals', 'throttles'],
  // A row for each kind, setting or service.
  'proofs',
  'retention_sweeps',
  'route_orders',
  'settings',
  'kept_settings',
  'closed_months',
  'month_balances',
  'invoice_ranges',
  // Prices are the operator's: tests/api/rates/plan.test.ts holds how they are found.
  ...['rate_decks', 'rate_names', 'rate_rows', 'rate_uses', 'rate_switches', 'price_changes'],
]);

/**
 * Multiplies what is there: of each table's first row there are so many more, each somebody else's.
 * Foreign keys are not checked meanwhile; values of unique columns are made up.
 * @returns the tables that are big now
 */
export async function fillWithStrangers({ deps: { sql } }: TestApp, rows = STRANGERS_ROWS): Promise<string[]> {
  const connection = await sql.reserve();
  try {
    await connection`set session_replication_role = replica`;
    const tables = await connection<{ name: string }[]>`
      select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' order by 1`;
    const filled: string[] = [];
    for (const { name } of tables) {
      if (SMALL.has(name)) continue;
      const columns = await connection<Column[]>`
        select a.attname as name, t.typname as type,
          exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique
            and a.attnum = any (i.indkey)) as unique,
          a.attnotnull and not a.atthasdef as needed
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = ''`;
      const [first] = await connection`select 1 from ${connection(name)} limit 1`;
      if (!first) await connection.unsafe(firstRowOf(name, columns));
      const { count } = await connection.unsafe(multiply(name, columns, rows));
      if (count > rows / 2) filled.push(name);
    }
    await connection.unsafe('analyze');
    return filled;
  } finally {
    await connection`reset session_replication_role`;
    connection.release();
  }
}

/** A value of each type, for a column of which nothing else is known. */
const VALUES: Record<string, string> = {
  uuid: 'uuidv7()',
  text: `'x'`,
  bool: 'false',
  int2: '1',
  int4: '1',
  int8: '1',
  float8: '1',
  numeric: '1',
  date: 'current_date',
  timestamptz: 'now()',
  jsonb: `'{}'`,
  bytea: `''`,
  cidr: `'198.41.0.4'`,
  _text: `'{}'`,
  _int8: `'{}'`,
};

/** The first row of a table of which nobody here has anything yet. */
function firstRowOf(table: string, columns: readonly Column[]): string {
  const needed = columns.filter((column) => column.needed);
  const values = needed.map(({ name, type }) => {
    const value = VALUES[type];
    if (value === undefined) throw new Error(`what is a value of ${type}, for ${table}.${name}?`);
    return value;
  });
  return `insert into "${table}" (${needed.map(({ name }) => `"${name}"`).join()}) values (${values.join()})`;
}

/**
 * Ids and owners are other ones in every row; numbers that count rows go on; unique texts are made up. The
 * row's number, under no name, makes each row a value of its own.
 */
function multiply(table: string, columns: readonly Column[], rows: number): string {
  const anew = columns.flatMap(({ name, type, unique }) => {
    if (type === 'uuid') return [`'${name}', case when r."${name}" is null then null else uuidv7() end`];
    // The index on addresses is on their lower case.
    if (!unique && name !== 'email') return [];
    if (type === 'text') return [`'${name}', md5(random()::text)`];
    if (type === 'int8' || type === 'int4') return [`'${name}', r."${name}" + n`];
    return [];
  });
  const named = columns.map(({ name }) => `"${name}"`);
  const made = named.map((name) => `made.${name}`);
  return `insert into "${table}" (${named.join()}) select ${made.join()} from
    (select * from "${table}" limit 1) r, generate_series(1, ${rows}) n,
    jsonb_populate_record(null::"${table}", to_jsonb(r) || jsonb_build_object('', n, ${anew.join(', ')})) made
    on conflict do nothing`;
}
