import { sql as template } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';

/** The present number of recipients for whom it is not known whether their message was sent. */
export const messagingMetrics = ({ db }: Pick<Deps, 'db'>): MetricSource[] => [
  {
    name: 'sms_recipients_unknown',
    help: 'Recipients of whom it is not known whether their message left',
    labels: ['carrier'],
    read: async () => {
      const rows = await db.execute<{ provider: string; count: number }>(template`
        select provider, count(*)::int as count from sms_recipients
        where status in ('sending', 'unknown') and status = 'unknown' group by provider`);
      return rows.map(({ provider, count }) => ({ labels: { carrier: provider }, value: count }));
    },
  },
];
