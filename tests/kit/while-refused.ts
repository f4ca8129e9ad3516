import type { TestApp } from './app.ts';

/** While `work` runs, the database refuses a change, such as `update on objects for each row`. */
export async function whileRefused<T>(
  { deps: { sql } }: Pick<TestApp, 'deps'>,
  change: string,
  work: () => Promise<T>,
): Promise<T> {
  await sql.unsafe(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before ${change} execute function refuse()`);
  return work().finally(() => sql`drop function refuse cascade`);
}
