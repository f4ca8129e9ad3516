import { and, desc, eq, gt } from 'drizzle-orm';
import { sipCredentials, sipLocation, trunks } from '../../../../db/schema/index.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { type TrunkRegistration, trunkRegistration } from './contract.ts';

/** The edge keeps at most 10 for each user (`max_contacts` in `deploy/sip/kamailio.cfg`). */
const MOST = 10;
const LONGEST_DEVICE = 200;

/** Lists the registrations of a user's package at this moment, newest first. @throws not_found */
export async function listRegistrations(
  { db, clock }: Deps,
  { userId, trunkId }: { userId: string; trunkId: string },
): Promise<{ registrations: TrunkRegistration[] }> {
  const [trunk] = await db
    .select({ username: sipCredentials.username })
    .from(trunks)
    .leftJoin(sipCredentials, eq(sipCredentials.trunkId, trunks.id))
    .where(and(eq(trunks.id, trunkId), eq(trunks.userId, userId)));
  if (!trunk) throw notFound('Package');
  if (trunk.username === null) return { registrations: [] };
  const rows = await db
    .select()
    .from(sipLocation)
    .where(and(eq(sipLocation.username, trunk.username), gt(sipLocation.expires, clock.now())))
    .orderBy(desc(sipLocation.id))
    .limit(MOST);
  return { registrations: rows.map(present) };
}

function present({ contact, received, socket, userAgent, expires }: typeof sipLocation.$inferSelect) {
  return {
    address: addressOf(received ?? contact),
    device: userAgent.slice(0, LONGEST_DEVICE) || null,
    transport: transportOf(socket),
    expiresAt: expires.toISOString(),
  };
}

/** Host and port of a SIP URI, like `sip:tl01@192.0.2.5:5060;transport=tcp`; the whole if it is none. */
const addressOf = (uri: string): string =>
  /^sips?:(?:[^@]*@)?(\[[\da-fA-F:.]+\](?::\d+)?|[^;?>]+)/.exec(uri)?.[1] ?? uri;

/** The edge names its socket like `udp:192.0.2.1:5060`. */
const transportOf = (socket: string | null): TrunkRegistration['transport'] =>
  trunkRegistration.shape.transport.safeParse(socket?.split(':')[0]).data ?? 'udp';
