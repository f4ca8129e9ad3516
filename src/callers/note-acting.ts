import { transact } from '../platform/events/transact.ts';
import type { Endpoint } from '../platform/kit/endpoint.ts';
import { audit } from './audit.ts';
import type { Credential } from './credentials.ts';
import type { Deps } from './deps.ts';
import { type Actor, authenticate } from './guards.ts';
import { readUser } from './present-user.ts';
import { HOUR_MS } from '../platform/kit/durations.ts';

/** A limit, so that many credentials or accounts do not fill the memory. */
const MOST_REMEMBERED = 50_000;

/** When each credential of an administrator was last recorded as reading an account. */
const noted = new Map<string, number>();
/** Hashes of credentials that do not belong to administrators. Their requests need no query. */
const others = new Set<string>();

/** A request that succeeded. */
interface Acting {
  endpoint: Pick<Endpoint, 'name' | 'method' | 'access' | 'tag'>;
  /** The account in the path. */
  ownerId: string | undefined;
  address: string;
}

/**
 * Records in the audit log that an administrator used somebody else's account: who, from which address, and
 * with which credential. Reading is recorded once an hour for each session or key; every change is recorded.
 */
export async function noteActing(
  { deps, actor }: { deps: Deps; actor: Actor },
  { endpoint, ownerId, address }: Acting,
): Promise<void> {
  if (actor.role !== 'admin' || !ownerId || ownerId === actor.id) return;
  if (!endpoint.access.startsWith('owner')) return;
  const reads = endpoint.method === 'GET';
  if (reads && wasNoted(`${actor.credentialId} ${ownerId}`, deps.clock.now().getTime())) return;
  const { credentialKind: by, credentialId } = actor;
  const { email } = await readUser(deps.db, ownerId);
  await transact(deps, (tx) =>
    audit(tx, actor, reads ? 'account.viewed' : 'account.acted_in', {
      subject: email,
      userId: ownerId,
      detail: { endpoint: endpoint.name, address, by, credentialId },
    }),
  );
}

/**
 * The administrator whose credential this is, for routes whose statement looks up its caller itself; null: somebody
 * else's. It is asked before the work: asked afterwards, it would refuse what was done, to who is suspended meanwhile.
 * @throws not_signed_in, account_suspended
 */
export async function findActing(deps: Deps, credential: Credential): Promise<Actor | null> {
  if (others.has(credential.tokenHash)) return null;
  const actor = await authenticate(deps, credential);
  if (actor.role === 'admin') return actor;
  // An administrator who lacks only the second factor may act as an administrator with the same session later.
  if (actor.withheld !== null) return null;
  if (others.size >= MOST_REMEMBERED) others.clear();
  others.add(credential.tokenHash);
  return null;
}

function wasNoted(key: string, now: number): boolean {
  const last = noted.get(key);
  if (last !== undefined && now - last < HOUR_MS) return true;
  if (noted.size >= MOST_REMEMBERED) noted.clear();
  noted.set(key, now);
  return false;
}
