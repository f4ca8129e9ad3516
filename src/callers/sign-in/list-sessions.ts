import { and, desc, eq, gt } from 'drizzle-orm';
import type { Calling } from '../audit.ts';
import { sessions } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { OpenSession } from './session-contract.ts';
import { describeDevice } from './device.ts';

/** Hardly any account has more sessions. The oldest ones are left out. */
const MOST_SHOWN = 200;

/** The sessions of an account that have not ended, the most recently used first. */
export async function listSessions(
  { deps: { db, clock }, actor }: Calling<Deps>,
  userId: string,
): Promise<OpenSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, clock.now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MOST_SHOWN);
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.userAgent),
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    current: row.id === actor.credentialId,
  }));
}
