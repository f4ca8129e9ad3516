import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type sipReports, trunkEchoes, trunks } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { uuid } from '../../../platform/kit/schemas.ts';
import { trunkEchoEvent } from './events.ts';

type Report = typeof sipReports.$inferSelect;

/**
 * Applies an edge's reports about a call to the echo. Twice, late or in any order they say the same.
 * @param callId our id of the call
 * @returns whether there is such a call: what was kept of it goes with the next one of its trunk
 */
export async function applyEchoReports(tx: Transaction, callId: string, reports: readonly Report[]): Promise<boolean> {
  if (!z.safeParse(uuid, callId).success) return false;
  const [echo] = await tx.db.select().from(trunkEchoes).where(eq(trunkEchoes.callId, callId)).for('update');
  if (!echo) return false;
  const { trunkId, ...now } = echo;
  for (const report of reports) {
    if (report.kind === 'answered') now.answeredAt ??= report.at;
    if (report.kind === 'ended') now.answeredAt ??= report.answeredAt;
    if (report.kind === 'failed') now.sipStatus ??= report.status;
    if (report.kind === 'ended' || report.kind === 'failed') now.endedAt ??= report.at;
    // They only grow.
    now.heard = most(now.heard, report.heard);
    now.sent = most(now.sent, report.sent);
  }
  await tx.db.update(trunkEchoes).set(now).where(eq(trunkEchoes.callId, callId));
  const [trunk] = await tx.db.select({ userId: trunks.userId }).from(trunks).where(eq(trunks.id, trunkId));
  if (trunk) tx.publish(trunkEchoEvent, trunk.userId, { userId: trunk.userId, packageId: trunkId });
  return true;
}

const most = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);
