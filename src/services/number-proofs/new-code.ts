import { and, count, eq, gt, isNotNull, isNull, lt, ne } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { provenNumbers, users } from '../../../db/schema/index.ts';
import { countAttempt, limit } from '../../callers/throttle.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Language } from '../../platform/kit/languages.ts';
import { newId } from '../../platform/kit/ids.ts';
import { seal } from '../../platform/kit/seal.ts';
import { newCode, NUMBER_CODE } from '../senders/code-text.ts';
import type { Deps } from '../deps.ts';
import { MAX_SENDERS } from '../senders/contract.ts';
import { CODE_MINUTES, CODES_AN_HOUR } from './contract.ts';
import { askedAgainSince } from '../senders/lasting.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/kit/durations.ts';
import type { Owned } from '../../callers/audit.ts';

/** In thirty days, wrong numbers and lost messages included. */
const TRIAL_CODES = 5;

const codesLimit = (userId: string) => limit(`number-code:user:${userId}`, CODES_AN_HOUR);

/** Trial credit brings codes to numbers of the account's own, and nobody has many: it is not for strangers' numbers. */
const trialCodesLimit = (userId: string) => limit(`trial-code:user:${userId}`, TRIAL_CODES, 30 * DAY_MS);

/**
 * Refuses a code that would be of no use: the number is proved for long enough, or there are too many.
 * @throws not_allowed_now, rate_limited
 */
export async function requireUse(deps: Deps, db: Queryable, { userId, number }: Owned<'number'>): Promise<void> {
  const proven = and(eq(provenNumbers.userId, userId), isNotNull(provenNumbers.provenAt));
  const [known] = await db
    .select({ id: provenNumbers.id })
    .from(provenNumbers)
    .where(
      and(
        proven,
        eq(provenNumbers.number, number),
        gt(provenNumbers.provenAt, askedAgainSince(deps.config, deps.clock.now())),
      ),
    );
  if (known) throw new Problem('not_allowed_now', sentence('numberProven', { number }));
  const others = and(proven, ne(provenNumbers.number, number));
  const [all] = await db.select({ count: count() }).from(provenNumbers).where(others);
  if (all && all.count >= MAX_SENDERS) {
    throw new Problem('not_allowed_now', sentence('codesFull', { count: MAX_SENDERS }));
  }
  await countAttempt(deps, codesLimit(userId));
  const [onTrial] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.onTrial, true)));
  if (onTrial) await countAttempt(deps, trialCodesLimit(userId));
}

/** Writes a new code for a number. Codes before it stay good until they expire: they may arrive later. */
export async function writeCode(
  { db, clock, config }: { db: Queryable; clock: Deps['clock']; config: Deps['config'] },
  { userId, number, messageId }: { userId: string; number: string; messageId: string | null },
): Promise<{ id: string; code: string }> {
  const now = clock.now();
  await db
    .delete(provenNumbers)
    .where(and(eq(provenNumbers.userId, userId), isNull(provenNumbers.provenAt), lt(provenNumbers.expiresAt, now)));
  const id = newId(clock);
  const code = newCode();
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * MINUTE_MS);
  const sealedCode = seal(config, { purpose: NUMBER_CODE, ownerId: id }, code);
  await db.insert(provenNumbers).values({ id, userId, number, sealedCode, messageId, expiresAt });
  return { id, code };
}

/** The account's language; English where its owner chose none. */
export async function readLanguage(db: Queryable, userId: string): Promise<Language> {
  const [owner] = await db.select({ language: users.language }).from(users).where(eq(users.id, userId));
  return owner?.language ?? 'en';
}
