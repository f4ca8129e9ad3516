import { eq, and, isNull } from 'drizzle-orm';
import { users, suddenRises } from '../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import type { Deps } from '../../services/deps.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import type {
  Limits,
  openDestinations as openEndpoint,
  setCallsAtOnce as callsEndpoint,
  resumeCode as resumeEndpoint,
} from './contract.ts';
import { tellLimits } from './get-limits.ts';
import { lockUser } from '../../callers/require-user.ts';
import { notFound } from '../../platform/kit/errors.ts';

/**
 * Sets which closed destinations are open for an account, as one complete list of risky ranges and countries. It
 * holds from the next message or call on. Where two administrators must agree, one alone can only close.
 * @throws approval_needed, not_found
 */
export async function openDestinations(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  {
    userId,
    body: { destinations, reason },
    agreed,
  }: { userId: string; body: BodyOf<typeof openEndpoint>; agreed?: boolean },
): Promise<Limits> {
  const before = await lockUser(tx, userId);
  const openedDestinations = [...new Set<string>(destinations)].toSorted();
  if (openedDestinations.some((destination) => !before.openedDestinations.includes(destination))) {
    const wanted = { kind: 'destinations', userId, destinations: openedDestinations, reason } as const;
    requireApproval({ deps, actor, agreed }, wanted);
  }
  await tx.db.update(users).set({ openedDestinations, updatedAt: tx.now }).where(eq(users.id, userId));
  await audit(tx, actor, 'destinations.opened', {
    subject: before.email,
    userId,
    detail: { destinations: { from: before.openedDestinations, to: openedDestinations }, reason },
  });
  return tellLimits(tx, deps, userId);
}

/**
 * Sets how many calls an account may have at one time; calls that are already running continue. Where two
 * administrators must agree, one alone can only lower the number.
 * @throws approval_needed, not_found
 */
export async function setCallsAtOnce(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, body: { callsAtOnce }, agreed }: { userId: string; body: BodyOf<typeof callsEndpoint>; agreed?: boolean },
): Promise<Limits> {
  const before = await lockUser(tx, userId);
  if (before.callsAtOnce !== null && (callsAtOnce === null || callsAtOnce > before.callsAtOnce)) {
    requireApproval({ deps, actor, agreed }, { kind: 'calls_at_once', userId, callsAtOnce });
  }
  await tx.db.update(users).set({ callsAtOnce, updatedAt: tx.now }).where(eq(users.id, userId));
  await audit(tx, actor, 'calls_at_once.changed', {
    subject: before.email,
    userId,
    detail: { callsAtOnce: { from: before.callsAtOnce, to: callsAtOnce } },
  });
  return tellLimits(tx, deps, userId);
}

/**
 * Allows messages and calls again to numbers that begin with digits that were stopped after a sudden rise. It needs a
 * session and not a key, because the stop protects against a stolen key.
 * @throws not_found, also if they are not stopped
 */
export async function resumeCode(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, body: { code } }: { userId: string; body: BodyOf<typeof resumeEndpoint> },
): Promise<Limits> {
  const before = await lockUser(tx, userId);
  if (!before.stoppedCodes.includes(code)) throw notFound('Stopped destination');
  const stoppedCodes = before.stoppedCodes.filter((each) => each !== code);
  await tx.db.update(users).set({ stoppedCodes, updatedAt: tx.now }).where(eq(users.id, userId));
  await tx.db
    .update(suddenRises)
    .set({ resumedAt: tx.now })
    .where(and(eq(suddenRises.userId, userId), eq(suddenRises.code, code), isNull(suddenRises.resumedAt)));
  await audit(tx, actor, 'destination.resumed', { subject: before.email, userId, detail: { code } });
  return tellLimits(tx, deps, userId);
}
