import { and, eq, gt, lt, lte, sql as template } from 'drizzle-orm';
import { verifications } from '../../../db/schema/index.ts';
import type { VerificationChannel } from '../../../db/enums.ts';
import type { Sender } from '../../callers/credentials.ts';
import { admit } from '../../callers/guards.ts';
import type { IdempotencyKey } from '../../callers/route.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { deliverCode } from './deliver-code.ts';
import { MOST_SENDS, SEND_AGAIN_SECONDS, sendVerificationAgain as endpoint, type Verification } from './contract.ts';
import { countCode, tooSoon } from './limits.ts';
import { wasAnswered } from './was-answered.ts';
import { findRow, lastChannel, readVerification, sendAgainAt } from './present.ts';

/**
 * Sends the same code again, by the same channel or by another. Two requests at the same time send it once.
 * @throws not_found, not_allowed_now (it has ended, or was sent five times), rate_limited (too soon), and as `deliverCode`
 */
export async function sendAgain(
  by: { deps: Deps; credential: Sender; idempotencyKey: IdempotencyKey | null },
  {
    userId,
    verificationId,
    channel,
  }: { userId: string; verificationId: string; channel?: VerificationChannel | undefined },
): Promise<Verification> {
  const { deps } = by;
  const actor = await admit(deps, by.credential, endpoint, userId);
  const row = await findRow(deps.db, { userId, verificationId });
  if (await wasAnswered(deps, actor.id, by.idempotencyKey)) {
    return readVerification(deps, { userId, verificationId });
  }
  const now = deps.clock.now();
  const [claimed] = await deps.db
    .update(verifications)
    .set({ lastSentAt: now, sends: template`${verifications.sends} + 1` })
    .where(
      and(
        ...[eq(verifications.id, verificationId), eq(verifications.status, 'pending')],
        ...[gt(verifications.expiresAt, now), lt(verifications.sends, MOST_SENDS)],
        lte(verifications.lastSentAt, new Date(now.getTime() - SEND_AGAIN_SECONDS * 1000)),
      ),
    )
    .returning();
  if (!claimed) throw refusal(row, now);
  await countCode(deps, userId, row.number);
  await deliverCode(by, claimed, channel ?? (await lastChannel(deps.db, row.id)));
  return readVerification(deps, { userId, verificationId });
}

function refusal(row: Awaited<ReturnType<typeof findRow>>, now: Date): Problem {
  if (row.status === 'verified') return new Problem('not_allowed_now', sentence('verifiedBefore'));
  if (row.status === 'failed') return new Problem('not_allowed_now', sentence('codeTries'));
  if (row.expiresAt <= now) return new Problem('not_allowed_now', sentence('codeExpired'));
  if (row.sends >= MOST_SENDS) {
    return new Problem('not_allowed_now', sentence('codeSends', { count: MOST_SENDS }));
  }
  return tooSoon(sendAgainAt(row), now);
}
