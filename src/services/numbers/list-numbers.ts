import { and, desc, eq, gt, ilike, like, lt, ne, or } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { Page } from '../../platform/kit/answer.ts';
import { readTariff } from '../../money/pricing/read-tariff.ts';
import type { DidNumber } from './contract.ts';
import { lapsedBefore } from './renewal/expiry.ts';
import { presentNumber } from './present-number.ts';
import { readNumberPrices } from './price.ts';
import { searchedDigits } from '../../shared/searched-digits.ts';

/**
 * A user's numbers, newest first, without those whose grace period has ended.
 * @throws not_found
 */
export async function listNumbers(
  deps: Deps,
  { userId, search, limit, before }: { userId: string; search: string; limit: number; before?: string | undefined },
): Promise<Page<DidNumber>> {
  const now = deps.clock.now();
  const owner = await readTariff(deps.db, userId);
  const prices = await readNumberPrices(deps.db, now);
  const digits = /^[+\d\s().-]+$/.test(search) ? searchedDigits(search) : search;
  const part = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await deps.db
    .select()
    .from(didNumbers)
    .where(
      and(
        eq(didNumbers.userId, userId),
        search === '' ? undefined : or(like(didNumbers.number, part(digits)), ilike(didNumbers.name, part(search))),
        before ? lt(didNumbers.id, before) : undefined,
        ne(didNumbers.status, 'reserved'),
        or(eq(didNumbers.status, 'provisioning'), gt(didNumbers.expiresAt, lapsedBefore(now))),
      ),
    )
    .orderBy(desc(didNumbers.id))
    .limit(limit + 1);
  return Page.from(rows, limit, (row) => presentNumber(row, { owner, prices, now }));
}
