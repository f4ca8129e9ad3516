import { and, eq, ne } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { DAYS } from '../../../db/data-map.ts';
import { knownDevices } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { hashToken, newToken } from '../credentials.ts';

/**
 * A device is forgotten when nobody has signed in from it for this long. Browsers do not keep cookies longer than that.
 */
export const DEVICE_DAYS = DAYS.devices;

/** The device of a request, as an account knows it. */
export interface SeenDevice {
  /** For the cookie: the token that came with the request, or a new one. */
  token: string;
  /** The account was used from other devices before, but never from this one. */
  isNew: boolean;
}

/**
 * Remembers that somebody signed in from a device.
 * @param token its cookie; null if it has none
 */
export async function rememberDevice(tx: Transaction, userId: string, token: string | null): Promise<SeenDevice> {
  const own = token ?? newToken();
  const tokenHash = hashToken(own);
  const isKnown = await isKnownDevice(tx.db, userId, own);
  await tx.db
    .insert(knownDevices)
    .values({ userId, tokenHash, createdAt: tx.now, lastSeenAt: tx.now })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.tokenHash], set: { lastSeenAt: tx.now } });
  if (isKnown) return { token: own, isNew: false };
  const [other] = await tx.db
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), ne(knownDevices.tokenHash, tokenHash)))
    .limit(1);
  return { token: own, isNew: other !== undefined };
}

/** Tells whether somebody has signed in to an account from a device before. */
export async function isKnownDevice(db: Queryable, userId: string, token: string): Promise<boolean> {
  const [known] = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.tokenHash, hashToken(token))));
  return known !== undefined;
}
