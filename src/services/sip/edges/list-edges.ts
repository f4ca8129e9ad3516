import { asc, gt, sql as template } from 'drizzle-orm';
import { sipEdges } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { SipEdge } from './contract.ts';

/** The edges that said something of themselves in the last minute: each does every ten seconds. */
export const listEdges = ({ db }: Pick<Deps, 'db'>): Promise<SipEdge[]> =>
  db
    .select({ edge: sipEdges.edge, slots: sipEdges.slots, taken: sipEdges.taken, full: sipEdges.full })
    .from(sipEdges)
    .where(gt(sipEdges.at, template`now() - interval '1 minute'`))
    .orderBy(asc(sipEdges.edge));
