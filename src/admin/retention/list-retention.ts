import { KEPT_FOR_DAYS } from '../../../db/enums.ts';
import { retentionSweeps } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { listKept } from '../../platform/retention.ts';
import { MOST_DUE, type Retention } from './contract.ts';

/** For each kind of data: how long it is kept, how much is due, and when it was last swept. */
export async function listRetention(deps: Deps): Promise<Retention[]> {
  const [sweeps, kept] = await Promise.all([deps.db.select().from(retentionSweeps), listKept(deps, MOST_DUE)]);
  return kept
    .toSorted((one, other) => KEPT_FOR_DAYS.indexOf(one.what) - KEPT_FOR_DAYS.indexOf(other.what))
    .map((each) => {
      const swept = sweeps.find(({ what }) => what === each.what);
      return { ...each, sweptAt: swept?.sweptAt?.toISOString() ?? null, removed: swept?.removed ?? 0 };
    });
}
