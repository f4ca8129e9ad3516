import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { passkeyChallenges } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';

/** The time that a person has to find their security key. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

type Purpose = typeof passkeyChallenges.$inferSelect.purpose;

/** Makes the challenge that a passkey signs, for one purpose, and for one account if that is known. */
export async function newChallenge({ db, clock }: Deps, purpose: Purpose, userId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
  await db.insert(passkeyChallenges).values({ challenge, purpose, userId, expiresAt });
  return challenge;
}

/**
 * Uses up a challenge, whether the check then succeeds or not. False if it was used, is too old, or had
 * another purpose.
 */
export async function takeChallenge(
  { db, clock }: Deps,
  { challenge, purpose, userId }: { challenge: string; purpose: Purpose; userId: string | null },
): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, clock.now()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return taken.length > 0;
}
