import type { Deps } from '../deps.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';

/** When the books were proved, and how many differences are known. */
export const proofMetrics = ({ sql }: Pick<Deps, 'sql'>): MetricSource[] => [
  {
    name: 'books_differences',
    help: 'Places where the books do not add up; above 0 nothing is paid out',
    labels: [],
    read: async () => {
      const [row] = await sql<{ open: number }[]>`
        select count(*)::int as open from proof_differences where cleared_at is null`;
      return [{ labels: {}, value: row?.open ?? 0 }];
    },
  },
  {
    name: 'books_proved_timestamp_seconds',
    help: 'When the books were last proved: what moved (recent), and everything (whole)',
    labels: ['kind'],
    read: async () => {
      const rows = await sql<{ kind: string; at: number | null }[]>`
        select kind, extract(epoch from case kind when 'recent' then proved_at else finished_at end)::float8 as at
        from proofs`;
      return rows.flatMap(({ kind, at }) => (at === null ? [] : [{ labels: { kind }, value: at }]));
    },
  },
];
