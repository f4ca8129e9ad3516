import { and, desc, eq, inArray, lte, ne, notInArray, or, sql as template } from 'drizzle-orm';
import { people, sessions, users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { ADMIN_IDLE_HOURS, RENEW_MINUTES } from '../contract.ts';
import { hashToken, newToken } from '../credentials.ts';
import type { DeviceCookie } from '../route.ts';
import { rememberDevice, type SeenDevice } from './known-devices.ts';
import { lastEntered } from '../people/enter.ts';
import { securityChangedEvent } from '../events.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/kit/durations.ts';

/** A session ends this long after it was last used. */
export const SESSION_DAYS = 30;
/** A session ends this long after it began, even if it is in use. */
export const SESSION_LIFE_DAYS = 90;

/** The origin of a sign-in. */
export interface Origin {
  address: string;
  userAgent: string | null;
  /** The token in the device's cookie; null if it has none. */
  device: string | null;
}

/** The origin as the request tells it. */
export const originOf = ({
  address,
  request,
  device,
}: {
  address: string;
  request: Request;
  device: Pick<DeviceCookie, 'read'>;
}): Origin => ({ address, device: device.read(), userAgent: request.headers.get('user-agent') });

/** The only moment at which the token itself exists here; the database stores its hash. */
export interface StartedSession {
  token: string;
  expiresAt: Date;
  device: SeenDevice;
  /** Who they are in the account in which it begins; null: it is their own. */
  personId: string | null;
}

const expiry = (now: Date) => new Date(now.getTime() + SESSION_DAYS * DAY_MS);

/**
 * Signs a user in.
 * @param factor whether they also showed a second factor
 */
export async function startSession(
  tx: Transaction,
  { userId, origin, factor = false }: { userId: string; origin: Origin; factor?: boolean },
): Promise<StartedSession> {
  const token = newToken();
  const expiresAt = expiry(tx.now);
  const personId = await lastEntered(tx, userId);
  await tx.db.insert(sessions).values({
    id: newId(tx.clock),
    tokenHash: hashToken(token),
    userId,
    userAgent: origin.userAgent?.slice(0, 300) ?? null,
    address: origin.address,
    createdAt: tx.now,
    lastUsedAt: tx.now,
    expiresAt,
    provenAt: tx.now,
    factorProvenAt: factor ? tx.now : null,
    personId,
  });
  await endOldest(tx, userId);
  tx.publish(securityChangedEvent, userId, { userId, what: 'sessions' });
  return { token, expiresAt, personId, device: await rememberDevice(tx, userId, origin.device) };
}

/** The most sessions of an account: whoever signs in once more ends the one that was not used for longest. */
export const MOST_SESSIONS = 100;

async function endOldest(tx: Transaction, userId: string): Promise<void> {
  const kept = tx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MOST_SESSIONS);
  const ended = await tx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), notInArray(sessions.id, kept)))
    .returning({ id: sessions.id });
  for (const { id } of ended) tx.endCredentials({ userId, only: id });
}

/**
 * Ends the sessions of an account and their streams, except the caller's own.
 * @param except the id of the caller's session; with the id of a key, all sessions end
 * @returns how many there were
 */
export async function endSessions(tx: Transaction, userId: string, except: string | null): Promise<number> {
  const ended = await tx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except === null ? undefined : ne(sessions.id, except)))
    .returning({ id: sessions.id });
  for (const { id } of ended) tx.endCredentials({ userId, only: id });
  if (ended.length > 0) tx.publish(securityChangedEvent, userId, { userId, what: 'sessions' });
  return ended.length;
}

/** Moves the end of a session that is in use. If several requests come at once, only the first one writes. */
export async function renewSession({ db, clock }: Deps, sessionId: string): Promise<Date> {
  const now = clock.now();
  const idleSince = new Date(now.getTime() - RENEW_MINUTES * MINUTE_MS);
  // In hours: in the database's time zone, a day on which clocks change has 23 or 25 of them.
  const life = template.raw(`interval '${SESSION_LIFE_DAYS * 24} hours'`);
  const [renewed] = await db
    .update(sessions)
    .set({
      lastUsedAt: now,
      expiresAt: template`least(${expiry(now).toISOString()}::timestamptz, ${sessions.createdAt} + ${life})`,
    })
    .where(and(eq(sessions.id, sessionId), lte(sessions.lastUsedAt, idleSince)))
    .returning({ expiresAt: sessions.expiresAt, personId: sessions.personId });
  if (renewed?.personId) await db.update(people).set({ seenAt: now }).where(eq(people.id, renewed.personId));
  if (renewed) return renewed.expiresAt;
  const [current] = await db.select({ expiresAt: sessions.expiresAt }).from(sessions).where(eq(sessions.id, sessionId));
  return current?.expiresAt ?? now;
}

/** Removes sessions that nobody can use any more, and closes the streams that were opened with them. */
export async function expireSessions(deps: Deps): Promise<void> {
  await transact(deps, async (tx) => {
    const idleSince = new Date(tx.now.getTime() - ADMIN_IDLE_HOURS * HOUR_MS);
    const admins = tx.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin'));
    const isIdle = and(lte(sessions.lastUsedAt, idleSince), inArray(sessions.userId, admins));
    const ended = await tx.db
      .delete(sessions)
      .where(or(lte(sessions.expiresAt, tx.now), isIdle))
      .returning({ id: sessions.id, userId: sessions.userId });
    for (const { id, userId } of ended) tx.endCredentials({ userId, only: id });
  });
}
