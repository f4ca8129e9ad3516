import { sql as template, type SQL } from 'drizzle-orm';
import type { Database, Queryable } from '../../../db/client.ts';

/** How many lists of changes one statement counts. */
const STEP = 2000;

export const figuresWait = (): SQL => template`exists (select from uncounted_figures)`;

/**
 * Adds the changes that wait to the figures; one process at a time does this. Each change is counted once: the
 * statement that counts it also removes it.
 */
export async function countFigures({ db }: { db: Database }): Promise<void> {
  while (await db.transaction(countStep));
}

/** True where there may be more to count. */
async function countStep(tx: Queryable): Promise<boolean> {
  const [lock] = await tx.execute<{ held: boolean }>(
    template`select pg_try_advisory_xact_lock(hashtextextended('count figures', 0)) as held`,
  );
  if (!lock?.held) return false;
  const [counted] = await tx.execute<{ count: number }>(template`
    with taken as (
      delete from uncounted_figures
      where ctid = any(array(select ctid from uncounted_figures limit ${template.raw(String(STEP))}))
      returning changes
    ),
    counted as (
      insert into figures as f (by, day, key, service, ${template.raw(MEASURES.join(', '))})
      select k.by, c.day, k.key, c.service, ${SUMS} from taken t
      cross join lateral json_populate_recordset(null::figure_changes, t.changes) c left join users u on u.id = c.user_id cross join lateral (${FIGURE_KEYS}) k (by, key)
      group by 1, 2, 3, 4
      on conflict (by, day, key, service) do update set ${ADDED}
    )
    select count(*)::integer as count from taken`);
  return counted?.count === STEP;
}

/** The columns of measures. A change that a process of the release before wrote has fewer of them. */
export const MEASURES = ['units', 'revenue', 'cost', 'uncosted', 'uncosted_revenue', 'charged', 'listed'] as const;
const SUMS = template.raw(MEASURES.map((name) => `coalesce(sum(c.${name}), 0)`).join(', '));
const ADDED = template.raw(MEASURES.map((name) => `${name} = f.${name} + excluded.${name}`).join(', '));

/** In which ways a change `c` of the account `u` counts: `by` and `key` of `figures`. */
export const FIGURE_KEYS: SQL = template.raw(`
  values ('all', ''), ('carrier', c.carrier), ('country', c.code),
    ('destination', case c.destination when '' then c.code else c.destination end), ('reseller', coalesce(u.reseller_id::text, '')),
    ('customer', c.user_id::text), ('route', c.carrier || ' ' || c.code)`);
