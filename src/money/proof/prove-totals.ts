import { z } from 'zod';
import { TOTALS_SQL } from '../../platform/totals/read-totals.ts';
import type { Queries } from './queries.ts';

/** The sources of the totals, in the order in which a pass counts them. */
const SOURCES = ['users', 'payments', 'reversals', 'entries'] as const;
type Source = (typeof SOURCES)[number];

const sum = z.object({
  month: z.string(),
  users: z.string(),
  active: z.string(),
  revenue: z.string(),
  credits: z.string(),
});
const sums = z.array(sum);

/**
 * The state of a proof of totals: the sums so far, by month, and the last counted row of each source. `source` is the
 * next one to count; null: all are counted, and the totals are compared with the sums.
 */
export const totalsPart = z.object({
  of: z.literal('totals'),
  source: z.enum(SOURCES).nullable(),
  after: z.partialRecord(z.enum(SOURCES), z.string()),
  sums,
  count: z.number().int(),
});
type TotalsPart = z.infer<typeof totalsPart>;

/** Rows as `key, at, users, active, revenue, credits`, in an order in which new rows come last. */
const ROWS: Record<Source, { rows: string; order: string; after: (key: string) => string }> = {
  users: {
    rows: `select id::text as key, created_at as at, 1 as users, (status = 'active')::int as active,
      0.00 as revenue, 0.00 as credits from users`,
    order: 'id',
    after: (key) => `where id > '${key}'`,
  },
  payments: {
    rows: `select to_char(settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || id as key,
      coalesce(settled_at, created_at) as at, 0, 0, coalesce(received_amount, amount), 0.00
      from transactions where status = 'verified' and settled_at is not null`,
    order: 'settled_at, id',
    after: (key) => {
      const [settledAt, id] = key.split(' ');
      return `and (settled_at, id) > ('${settledAt}'::timestamptz, '${id}'::uuid)`;
    },
  },
  reversals: {
    rows: `select t.id::text as key, t.created_at as at, 0, 0, -t.amount, 0.00
      from payment_reversals r join transactions t on t.id = r.reversal_transaction_id
      where t.type = 'payment_reversal' and t.status = 'completed'`,
    order: 'r.reversal_transaction_id',
    after: (key) => `and r.reversal_transaction_id > '${key}'`,
  },
  entries: {
    rows: `select seq::text as key, created_at as at, 0, 0, 0.00, amount from ledger_entries`,
    order: 'seq',
    after: (key) => `where seq > ${key}`,
  },
};

const COLUMNS = 'key, at, users, active, revenue, credits';

/** The start of a proof of totals. @param count how many rows a slice has */
export const beginTotals = (count: number): TotalsPart => ({
  of: 'totals',
  source: SOURCES[0],
  after: {},
  sums: [],
  count,
});

/** Counts the next slice. @returns null if the totals were already compared */
export async function nextTotals(sql: Queries, part: TotalsPart): Promise<TotalsPart | null> {
  const { source, after, count } = part;
  if (source === null) return null;
  const [row] = await sql.unsafe(`
    with slice (${COLUMNS}, place) as materialized (
      select *, row_number() over () from (${rowsBehind(source, after[source])} limit ${count}) rows
    )
    select (select count(*) from slice)::int as rows, (select key from slice order by place desc limit 1) as key,
      (${summed(`select ${MONTH}, users, active, revenue, credits from slice`, part.sums)}) as sums`);
  const found = z.object({ rows: z.number(), key: z.string().nullable(), sums }).parse(row);
  const isLast = found.rows < count;
  return {
    ...part,
    source: isLast ? (SOURCES[SOURCES.indexOf(source) + 1] ?? null) : source,
    after: found.key === null ? after : { ...after, [source]: found.key },
    sums: found.sums,
  };
}

/** The rules that the totals violate, from the counted sums and newer rows; empty before everything is counted. */
export async function proveTotals(sql: Queries, part: TotalsPart): Promise<string[]> {
  if (part.source !== null) return [];
  const rest = SOURCES.map(
    (source) => `select ${MONTH}, users, active, revenue, credits
      from (${rowsBehind(source, part.after[source])}) as r (${COLUMNS})`,
  ).join(' union all ');
  const totals = `select month, users, active_users, revenue, credits from (${TOTALS_SQL}) kept`;
  const [row] = await sql.unsafe(`
    with c as (select * from jsonb_to_recordset((${summed(rest, part.sums)})) as s (${FIGURES})),
    t as (select * from jsonb_to_recordset((${summed(totals, [])})) as s (${FIGURES}))
    select exists (
        select from (select month, users, revenue, credits from c) c
        full join (select month, users, revenue, credits from t) t using (month)
        where coalesce((c.users, c.revenue, c.credits), (0, 0, 0)) <> coalesce((t.users, t.revenue, t.credits), (0, 0, 0))
      ) as months,
      (select coalesce(sum(active), 0) from c) <> (select coalesce(sum(active), 0) from t) as active`);
  const wrong = z.object({ months: z.boolean(), active: z.boolean() }).parse(row);
  return [
    ...(wrong.months ? ['totals are what they count, month by month'] : []),
    ...(wrong.active ? ['the total of active accounts is their number'] : []),
  ];
}

const MONTH = `date_trunc('month', at at time zone 'UTC')::date as month`;
const FIGURES = 'month date, users numeric, active numeric, revenue numeric, credits numeric';

const rowsBehind = (source: Source, key: string | undefined): string => {
  const { rows, order, after } = ROWS[source];
  return `${rows} ${key === undefined ? '' : after(key)} order by ${order}`;
};

/** Adds new figures to earlier ones as one JSON array, by month; the figures are text, to be exact. */
const summed = (rows: string, before: z.infer<typeof sums>): string => `
  select coalesce(jsonb_agg(jsonb_build_object('month', month, 'users', users::text, 'active', active::text,
    'revenue', revenue::text, 'credits', credits::text)), '[]')
  from (
    select month, sum(users) as users, sum(active) as active, sum(revenue) as revenue, sum(credits) as credits
    from (
      ${rows}
      union all
      select * from jsonb_to_recordset('${JSON.stringify(before)}') as s (${FIGURES})
    ) figures (month, users, active, revenue, credits)
    group by month
  ) months`;
