import { asc, gt, sql as template } from 'drizzle-orm';
import { sipEdges } from '../../../../db/schema/index.ts';
import type { MetricSource } from '../../../platform/kit/metric-source.ts';
import type { Deps } from '../../deps.ts';
import type { SipEdge } from './contract.ts';

/** The edges that said something of themselves in the last minute: each does every ten seconds. */
export const listEdges = ({ db }: Pick<Deps, 'db'>): Promise<SipEdge[]> =>
  db
    .select({ edge: sipEdges.edge, slots: sipEdges.slots, taken: sipEdges.taken, full: sipEdges.full })
    .from(sipEdges)
    .where(gt(sipEdges.at, template`now() - interval '1 minute'`))
    .orderBy(asc(sipEdges.edge));

/** The SIP edges that are silent. Each says something of itself every ten seconds, by the database's clock. */
export const sipMetrics = ({ db }: Pick<Deps, 'db'>): MetricSource[] => [
  {
    name: 'sip_edge_silent',
    help: '1 for an edge that has said nothing for a minute; one that was silent for a day is forgotten',
    labels: ['edge'],
    read: async () => {
      const rows = await db
        .select({ edge: sipEdges.edge, silent: template<number>`(at < now() - interval '1 minute')::int` })
        .from(sipEdges)
        .where(template`at > now() - interval '1 day'`);
      return rows.map(({ edge, silent }) => ({ labels: { edge: String(edge) }, value: silent }));
    },
  },
];
