import type { TestApp } from '../../kit/app.ts';

/** The content of every table, by its name: two of them differ where anything was written in between. */
export type Fingerprint = ReadonlyMap<string, string>;

/**
 * Tables that a request that changes nothing may write to: how often somebody has tried, and when a
 * carrier was last asked how it is.
 */
const MAY_COUNT = new Set(['throttles', 'provider_health', 'provider_probes']);

/**
 * The compared part of a row: an event that was there before is given its position a moment after its commit.
 */
const contentOf = (name: string): string => (name === 'events' ? `(to_jsonb(t) - 'position')::text` : 't::text');

export async function fingerprint({ deps: { sql } }: TestApp): Promise<Fingerprint> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by 1`;
  const each = tables
    .filter(({ name }) => !MAY_COUNT.has(name))
    .map(
      ({ name }) => `select '${name}' as name,
        coalesce(md5(string_agg(${contentOf(name)}, e'\\n' order by ${contentOf(name)})), '') as rows from "${name}" t`,
    );
  const rows = await sql.unsafe<{ name: string; rows: string }[]>(each.join(' union all '));
  return new Map(rows.map(({ name, rows: content }) => [name, content]));
}

export const changedTables = (before: Fingerprint, after: Fingerprint): string[] =>
  [...after].filter(([name, rows]) => before.get(name) !== rows).map(([name]) => name);
