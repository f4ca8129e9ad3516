import { and, asc, isNotNull, isNull, lte, or, sql as template } from 'drizzle-orm';
import { brands } from '../../../../db/schema/index.ts';
import type { Deps } from '../../../services/deps.ts';
import { lookAt } from './check-host.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/kit/durations.ts';

/** A new name is looked up every hour; if it is still not proven after this many days, once a day. */
const SOON_DAYS = 7;
/** How many names are looked up in one run: each takes 8 seconds if no name server answers. */
const AT_ONCE = 50;

/**
 * Looks up in the DNS again who owns the host names: once a day, and once an hour for a new name without proof or a
 * record that is missing.
 */
export async function checkHosts(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { hostCheckedAt, hostProvenAt, hostMissingSince, updatedAt } = brands;
  const isUrgent = or(
    and(isNull(hostProvenAt), template`${updatedAt} > ${before(SOON_DAYS * DAY_MS).toISOString()}::timestamptz`),
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
