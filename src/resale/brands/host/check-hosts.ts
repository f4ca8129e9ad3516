import { and, asc, isNotNull, isNull, lte, or, sql as template } from 'drizzle-orm';
import { brands } from '../../../../db/schema/index.ts';
import type { Deps } from '../../../services/deps.ts';
import { lookAt } from './check-host.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The first looks come soon; a name that nobody has proven for so long is asked for daily. */
const SOON_DAYS = 7;
/** So many names are asked for in one go: each takes 8 seconds where no name server answers. */
const AT_ONCE = 50;

/**
 * Asks the DNS again whose the host names are: each day, and each hour where the record is not there or not there any
 * more.
 */
export async function checkHosts(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { hostCheckedAt, hostProvenAt, hostMissingSince, updatedAt } = brands;
  const isUrgent = or(
    and(
      isNull(hostProvenAt),
      template`${updatedAt} > ${before(SOON_DAYS * DAY_MS).toISOString()}::timestamptz`,
    ),
    isNotNull(hostMissingSince),
  );
  const due = await deps.db
    .select()
    .from(brands)
    .where(
      and(
        isNotNull(brands.hostName),
        or(
          isNull(hostCheckedAt),
          lte(hostCheckedAt, before(DAY_MS)),
          and(isUrgent, lte(hostCheckedAt, before(HOUR_MS))),
        ),
      ),
    )
    .orderBy(asc(template`coalesce(${hostCheckedAt}, '-infinity')`))
    .limit(AT_ONCE);
  for (const brand of due) {
    if (brand.hostName) await lookAt({ deps, actorId: null }, { ...brand, hostName: brand.hostName });
  }
}
