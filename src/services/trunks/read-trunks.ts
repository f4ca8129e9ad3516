import { and, desc, eq, isNotNull, lt, or, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { sipCredentials, transactions, voicePackages } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { VoicePackage } from './contract.ts';
import { presentTrunk } from './present-trunk.ts';

/**
 * A user's packages as the contract shows them, newest first. A package whose order was cancelled or rejected before
 * it was ever active is left out.
 */
export async function readTrunks(
  db: Queryable,
  userId: string,
  now: Date,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<VoicePackage[]> {
  const mine = and(
    eq(voicePackages.userId, userId),
    before ? lt(voicePackages.id, before) : undefined,
    or(eq(voicePackages.isActive, true), isNotNull(transactions.id)),
  );
  return select(db, now, mine, limit);
}

/** One package of a user. @throws not_found */
export async function readTrunk(
  db: Queryable,
  { userId, packageId }: { userId: string; packageId: string },
  now: Date,
): Promise<VoicePackage> {
  const its = and(eq(voicePackages.userId, userId), eq(voicePackages.id, packageId));
  const [found] = await select(db, now, its, 1);
  if (!found) throw notFound('Package');
  return found;
}

async function select(db: Queryable, now: Date, where: SQL | undefined, limit: number) {
  const rows = await db
    .select({ package: voicePackages, waitingId: transactions.id, credentials: sipCredentials })
    .from(voicePackages)
    .leftJoin(
      transactions,
      and(
        eq(transactions.voicePackageId, voicePackages.id),
        eq(transactions.type, 'voice_package'),
        eq(transactions.status, 'pending'),
      ),
    )
    .leftJoin(sipCredentials, eq(sipCredentials.packageId, voicePackages.id))
    .where(where)
    .orderBy(desc(voicePackages.id))
    .limit(limit);
  return rows.map((row) => presentTrunk(row.package, row.waitingId, row.credentials, now));
}
