import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { verifications, verificationSends } from '../../../db/schema/index.ts';
import { isSimulated } from '../../carriers/simulated.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { unsealCode } from './code.ts';
import { SEND_AGAIN_SECONDS, TRIES, type Verification } from './contract.ts';

export type VerificationRow = typeof verifications.$inferSelect;
type Shown = Pick<Deps, 'clock' | 'config' | 'carriers'>;

/** Where nothing leaves to anybody, whoever tries this out sees the code. */
const allSimulated = ({ carriers }: Shown): boolean => carriers.names.every((name) => isSimulated(name));

/** From when on a code can be sent again. */
export const sendAgainAt = ({ lastSentAt }: Pick<VerificationRow, 'lastSentAt'>): Date =>
  new Date(lastSentAt.getTime() + SEND_AGAIN_SECONDS * 1000);

/** A verification as the contract shows it. @param channel the last one that was used */
export function presentVerification(deps: Shown, row: VerificationRow, channel: Verification['channel']): Verification {
  const expired = row.status === 'pending' && row.expiresAt <= deps.clock.now();
  const code = allSimulated(deps) ? unsealCode(deps.config, row.id, row.sealedCode) : null;
  return {
    id: row.id,
    to: row.number,
    country: row.country,
    channel,
    status: expired ? 'expired' : row.status,
    sends: row.sends,
    triesLeft: TRIES - row.tries,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    sendAgainAt: sendAgainAt(row).toISOString(),
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    ...(code === null ? {} : { code }),
  };
}

/** The last channel by which a code was sent. */
export async function lastChannel(db: Queryable, id: string): Promise<Verification['channel']> {
  const [last] = await db
    .select({ channel: verificationSends.channel })
    .from(verificationSends)
    .where(eq(verificationSends.verificationId, id))
    .orderBy(desc(verificationSends.id))
    .limit(1);
  return last?.channel ?? 'sms';
}

/** One verification of an account. @throws not_found, also for another account's */
export async function readVerification(
  deps: Shown & { db: Queryable },
  { userId, verificationId }: { userId: string; verificationId: string },
): Promise<Verification> {
  const row = await findRow(deps.db, { userId, verificationId });
  return presentVerification(deps, row, await lastChannel(deps.db, row.id));
}

/** @throws not_found, also for another account's */
export async function findRow(
  db: Queryable,
  { userId, verificationId }: { userId: string; verificationId: string },
): Promise<VerificationRow> {
  const [row] = await db.select().from(verifications).where(eq(verifications.id, verificationId));
  if (row?.userId !== userId) throw notFound('Verification');
  return row;
}
