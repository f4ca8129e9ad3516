import { sql as template } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';

/** When the books were proved, and how many differences are known. */
export const proofMetrics = ({ db }: Pick<Deps, 'db'>): MetricSource[] => [
  {
    name: 'books_differences',
    help: 'Places where the books do not add up; above 0 nothing is paid out',
    labels: [],
    read: async () => {
      const [row] = await db.execute<{ open: number }>(template`
        select count(*)::int as open from proof_differences where cleared_at is null`);
      return [{ labels: {}, value: row?.open ?? 0 }];
    },
  },
  {
    name: 'books_proved_timestamp_seconds',
    help: 'When the books were last proved: what moved (recent), and everything (whole)',
    labels: ['kind'],
    read: async () => {
      const rows = await db.execute<{ kind: string; at: number | null }>(template`
        select kind, extract(epoch from case kind when 'recent' then proved_at else finished_at end)::float8 as at
        from proofs`);
      return rows.flatMap(({ kind, at }) => (at === null ? [] : [{ labels: { kind }, value: at }]));
    },
  },
];
