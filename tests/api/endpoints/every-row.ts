import type { TestApp } from '../../kit/app.ts';

/** Every row of every table but the outbox of events and their places, each as its table and what it holds. */
export async function everyRow({ deps: { sql } }: TestApp): Promise<Set<string>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and relname !~ '^event(s$|_)' order by 1`;
  const each = tables.map(({ name }) => `select '${name}: ' || t::text as row from "${name}" t`);
  const found = await sql.unsafe<{ row: string }[]>(each.join(' union all '));
  return new Set(found.map(({ row }) => row));
}
