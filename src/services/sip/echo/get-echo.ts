import { and, eq } from 'drizzle-orm';
import { trunkEchoes, trunks } from '../../../../db/schema/index.ts';
import type { ResponseOf } from '../../../platform/kit/endpoint.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { ECHO_NUMBER, type getTrunkEcho, type TrunkEcho } from './contract.ts';
import { stateOf } from './echo-state.ts';

/**
 * Reads the number to dial to try a package of the user, and how far its newest such call came.
 * @throws not_found
 */
export async function getEcho(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, trunkId }: { userId: string; trunkId: string },
): Promise<ResponseOf<typeof getTrunkEcho>> {
  const [found] = await db
    .select({ echo: trunkEchoes })
    .from(trunks)
    .leftJoin(trunkEchoes, eq(trunkEchoes.trunkId, trunks.id))
    .where(and(eq(trunks.id, trunkId), eq(trunks.userId, userId)));
  if (!found) throw notFound('Package');
  return { number: ECHO_NUMBER, call: found.echo && present(found.echo, clock.now()) };
}

const present = (row: typeof trunkEchoes.$inferSelect, now: Date): TrunkEcho => ({
  state: stateOf(row, now),
  source: row.source,
  calledAt: row.calledAt.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  sipStatus: row.sipStatus,
  heard: row.heard,
  sent: row.sent,
});
