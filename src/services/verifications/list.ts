import { and, count, desc, eq, gte, lt, sql as template } from 'drizzle-orm';
import { verifications, verificationSends } from '../../../db/schema/index.ts';
import { Page } from '../../platform/kit/answer.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import type { Deps } from '../deps.ts';
import type { getVerificationFigures, Verification } from './contract.ts';
import { presentVerification } from './present.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** An account's verifications, newest first. */
export async function listVerifications(
  deps: Deps,
  { userId, before, limit }: { userId: string; before?: string | undefined; limit: number },
): Promise<Page<Verification>> {
  const rows = await deps.db
    .select({
      row: verifications,
      // A column by itself is written without its table here: it would be the id of the send.
      channel: template<Verification['channel'] | null>`(select s.channel from ${verificationSends} s
        where s.verification_id = ${verifications}.id order by s.id desc limit 1)`,
    })
    .from(verifications)
    .where(and(eq(verifications.userId, userId), before ? lt(verifications.id, before) : undefined))
    .orderBy(desc(verifications.id))
    .limit(limit + 1);
  return Page.from(rows, limit, ({ row, channel }) => presentVerification(deps, row, channel ?? 'sms'));
}

const FIGURES_OF_DAYS = 30;

/** How many verifications began and how many were right, by country, of the last 30 days; the most first. */
export async function readFigures(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
): Promise<ResponseOf<typeof getVerificationFigures>> {
  const since = firstIdAt(new Date(clock.now().getTime() - FIGURES_OF_DAYS * DAY_MS));
  return db
    .select({
      country: verifications.country,
      started: count(),
      verified: template<number>`count(*) filter (where ${verifications.status} = 'verified')`.mapWith(Number),
    })
    .from(verifications)
    .where(and(eq(verifications.userId, userId), gte(verifications.id, since)))
    .groupBy(verifications.country)
    .orderBy(desc(count()), verifications.country);
}
