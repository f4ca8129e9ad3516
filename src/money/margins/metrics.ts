import { isNull, min } from 'drizzle-orm';
import { marginEarnings } from '../../../db/schema/index.ts';
import { type MetricSource, waitOf } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../deps.ts';

/** How long resellers wait for what they earned. */
export const marginMetrics = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): MetricSource[] => [
  waitOf('margin_wait_seconds', 'How long the oldest earned margin has waited to be paid', clock, async () => {
    const [row] = await db
      .select({ oldest: min(marginEarnings.createdAt) })
      .from(marginEarnings)
      .where(isNull(marginEarnings.creditedBy));
    return row?.oldest;
  }),
];
