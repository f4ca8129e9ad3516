import { asc, gt } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import type { RatedService } from '../../../../db/enums.ts';
import { rateSwitches } from '../../../../db/schema/index.ts';

/** The services for which other prices are announced, and when those hold. */
export async function readSwitching(db: Queryable, now: Date): Promise<{ service: RatedService; holdsFrom: string }[]> {
  const rows = await db
    .select({ service: rateSwitches.service, holdsFrom: rateSwitches.holdsFrom })
    .from(rateSwitches)
    .where(gt(rateSwitches.holdsFrom, now))
    .orderBy(asc(rateSwitches.service));
  return rows.map(({ service, holdsFrom }) => ({ service, holdsFrom: holdsFrom.toISOString() }));
}
