import type { TestApp } from '../../kit/app.ts';
import { eventually } from '../../kit/eventually.ts';

/** The state of every table, by its name: two of them differ where anything was written in between. */
export type Fingerprint = ReadonlyMap<string, string>;

/**
 * Tables that a request that changes nothing may write to: how often somebody has tried, when a carrier was last asked
 * how it is, and the places of events, which they get a moment after their commit.
 */
const MAY_COUNT = new Set(['throttles', 'provider_health', 'provider_probes', 'event_places', 'event_frontier']);

/** Of each row where it lies and by which transaction it was written: that is new with every change. */
let statement: string | null = null;

export async function fingerprint({ deps: { sql } }: TestApp): Promise<Fingerprint> {
  const tables = statement
    ? []
    : await sql<{ name: string }[]>`
        select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind = 'r' order by 1`;
  statement ??= tables
    .filter(({ name }) => !MAY_COUNT.has(name))
    .map(
      ({ name }) => `select '${name}' as name, count(*) || ' ' || coalesce(
        bit_xor(hashtidextended(t.ctid, t.xmin::text::bigint)), 0) as rows from "${name}" t`,
    )
    .join(' union all ');
  const rows = await sql.unsafe<{ name: string; rows: string }[]>(statement, [], { prepare: true });
  return new Map(rows.map(({ name, rows: content }) => [name, content]));
}

/** The state when nothing changes any more of what the calls before have begun: papers go on to a carrier after their answer. */
export async function atRest(app: TestApp): Promise<Fingerprint> {
  let before = await fingerprint(app);
  await eventually('nothing changes', async () => {
    const known = before;
    before = await fingerprint(app);
    return changedTables(known, before).length === 0;
  });
  return before;
}

export const changedTables = (before: Fingerprint, after: Fingerprint): string[] =>
  [...after].filter(([name, rows]) => before.get(name) !== rows).map(([name]) => name);
