import type { Sql, TransactionSql } from 'postgres';
import type { Logger } from 'pino';
import { DATA } from '../../db/data-map.ts';
import { setsOf, type TableData } from '../../db/table-data.ts';
import type { KeptSettings } from '../../db/enums.ts';
import type { Clock } from './kit/clock.ts';
import { DAY_MS } from './kit/durations.ts';
import { eachAlone } from './kit/each-alone.ts';
import { firstIdAt, LOWEST_ID } from './kit/ids.ts';

/** How many rows one statement changes: few enough that no lock and no snapshot is held for long. */
const BATCH = 1000;
/** So many at once are gone through with their parts, of which each may have many. */
const WALK_BATCH = 50;

export interface Keeping {
  sql: Sql;
  clock: Clock;
  log: Logger;
  config: KeptSettings;
}

type Removal = NonNullable<TableData['removed']>[number];
export type Kept = NonNullable<Removal['kind']>;

/**
 * Removes what has been kept for long enough, as `db/data-map.ts` says. It may run in several processes at the same time.
 * A table at which it fails is logged and does not stop the others.
 * @param tables only these
 */
export async function removeOld(deps: Keeping, ...tables: readonly string[]): Promise<void> {
  const items = DATA.toReversed()
    .filter(({ table }) => tables.length === 0 || tables.includes(table))
    .flatMap(({ table, removed = [] }) => removed.map((removal) => ({ table, removal })));
  const what = 'what is old could not be removed';
  const done = await eachAlone(
    { log: deps.log, what, items, idOf: ({ table }) => table },
    async ({ table, removal }) => {
      const removed = await (removal.walk ? walk : sweep)(deps, table, removal);
      if (removal.kind) await noteSweep(deps, removal.kind, removed);
    },
  );
  if (done < items.length) throw new Error('not all that is old could be removed');
}

/** For each kind: its days, and how much is older and still there, counted up to a limit. */
export const listKept = (deps: Keeping, most: number) =>
  Promise.all(
    DATA.flatMap(({ table, removed = [] }) =>
      removed.map(async (removal) => {
        const { kind, days, walk: walks, when } = removal;
        if (kind === undefined || typeof days !== 'string') return [];
        const place = walks ? `id > '${await sweptUntil(deps.sql, kind)}' and id < $firstId and` : '';
        const due = filled(deps, removal, `${place} ${when}`);
        const [row] = await deps.sql.unsafe<{ due: number }[]>(
          `select count(*)::int as due from (select from ${table} where ${due} limit ${most}) due`,
        );
        return [{ what: kind, days: deps.config[days], due: row?.due ?? 0 }];
      }),
    ),
  ).then((found) => found.flat());

/** SQL with the times that it names. */
function filled({ clock, config }: Keeping, { days = 0 }: Removal, text: string): string {
  const now = clock.now();
  const before = new Date(now.getTime() - (typeof days === 'number' ? days : config[days]) * DAY_MS);
  return text
    .replaceAll('$now', `'${now.toISOString()}'::timestamptz`)
    .replaceAll('$before', `'${before.toISOString()}'::timestamptz`)
    .replaceAll('$firstId', `'${firstIdAt(before)}'::uuid`);
}

/** @returns of how many rows it was removed */
async function sweep(deps: Keeping, table: string, removal: Removal): Promise<number> {
  const [change, locks] = removal.set
    ? [`update ${table} set ${setsOf(removal.set)}`, 'for update skip locked']
    : [`delete from ${table}`, ''];
  const text = filled(
    deps,
    removal,
    `${change} where ctid = any(array(select ctid from ${table} where ${removal.when} limit ${BATCH} ${locks}))`,
  );
  let removed = 0;
  for (;;) {
    const { count } = await deps.sql.unsafe(text);
    removed += count;
    if (count < BATCH) return removed;
  }
}

/** Each batch stores in its transaction how far it has come. */
async function walk(deps: Keeping, table: string, removal: Removal): Promise<number> {
  const { kind, set = {}, walk: how, when } = removal;
  if (!how || !kind) throw new Error(`${table} does not say how it is gone through`);
  let removed = 0;
  let place = await sweptUntil(deps.sql, kind);
  let blocked = false;
  for (;;) {
    const found = await deps.sql.unsafe<{ id: string; open: boolean; holds: boolean }[]>(
      filled(
        deps,
        removal,
        `select id, ${how.open} as open, ${when} as holds from ${table}
          where id > '${place}' and id < $firstId order by id limit ${WALK_BATCH}`,
      ),
    );
    const last = found.at(-1);
    if (!last) return removed;
    place = last.id;
    const done = found.filter(({ open, holds }) => !open && holds).map(({ id }) => id);
    blocked ||= found.some(({ open }) => open);
    await deps.sql.begin(async (tx) => {
      for (const [part, { by, column }] of Object.entries(how.parts)) {
        await tx.unsafe(`update ${part} set ${column} = null where ${by} = any($1::uuid[]) and ${column} is not null`, [
          done,
        ]);
      }
      await tx.unsafe(`update ${table} set ${setsOf(set)} where id = any($1::uuid[])`, [done]);
      if (!blocked) await moveSweep(tx, kind, place);
    });
    removed += done.length;
  }
}

/** Records a sweep and how many rows it removed. A sweep that removed none leaves the last count unchanged. */
async function noteSweep({ sql, clock }: Keeping, what: Kept, removed: number): Promise<void> {
  await sql.unsafe(
    `insert into retention_sweeps as r (what, swept_at, removed) values ($1, $2::timestamptz, $3)
      on conflict (what) do update set swept_at = excluded.swept_at,
        removed = case when excluded.removed > 0 then excluded.removed else r.removed end`,
    [what, clock.now().toISOString(), removed],
  );
}

/** Up to which id everything is removed. */
async function sweptUntil(sql: Sql, what: Kept): Promise<string> {
  const [row] = await sql.unsafe<{ until: string | null }[]>(
    `select swept_until as until from retention_sweeps where what = $1`,
    [what],
  );
  return row?.until ?? LOWEST_ID;
}

const moveSweep = (tx: TransactionSql, what: Kept, until: string) =>
  tx.unsafe(
    `insert into retention_sweeps (what, swept_until) values ($1, $2)
      on conflict (what) do update set swept_until = excluded.swept_until`,
    [what, until],
  );
