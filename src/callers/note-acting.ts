import { transact } from '../platform/events/transact.ts';
import type { Endpoint } from '../platform/kit/endpoint.ts';
import { type Actor, audit } from './audit.ts';
import type { Credential } from './credentials.ts';
import type { Deps } from './deps.ts';
import { authenticate } from './caller.ts';
import { readUser } from './present-user.ts';
import { isPersonal } from '../platform/kit/people.ts';
import { HOUR_MS } from '../platform/kit/durations.ts';

/** A limit, so that many credentials or accounts do not fill the memory. */
const MOST_REMEMBERED = 50_000;

/** When each credential of an administrator was last recorded as reading an account. */
const noted = new Map<string, number>();
/** Hashes of credentials that do not belong to administrators. Their requests need no query. */
const others = new Set<string>();

/** A person does these again and again, and they change nothing that others see. */
const NOT_NOTED: ReadonlySet<string> = new Set(['quoteSms', 'tryNumber', 'tryNumberAnswers', 'updateConversation']);

/** A request that succeeded. */
interface Acting {
  endpoint: Pick<Endpoint, 'name' | 'method' | 'access' | 'tag'>;
  /** The account in the path. */
  ownerId: string | undefined;
  address: string;
}

/**
 * Records in the audit log that somebody used an account that is not their own: who, from which address, and
 * with which credential. Of persons every change is recorded. Of administrators, reading is recorded once an hour for each session or key; every change is recorded.
 */
export async function noteActing(
  { deps, actor }: { deps: Deps; actor: Actor },
  { endpoint, ownerId, address }: Acting,
): Promise<void> {
  const reads = endpoint.method === 'GET';
  if (actor.person) {
    if (reads || isPersonal(endpoint) || NOT_NOTED.has(endpoint.name)) return;
  } else if (actor.role !== 'admin' || !ownerId || ownerId === actor.id || !endpoint.access.startsWith('owner')) return;
  if (reads && wasNoted(`${actor.credentialId} ${ownerId}`, deps.clock.now().getTime())) return;
  const { credentialKind: by, credentialId } = actor;
  const userId = actor.person || !ownerId ? actor.id : ownerId;
  const { email } = await readUser(deps.db, userId);
  await transact(deps, (tx) =>
    audit(tx, actor, actor.person ? 'person.acted' : reads ? 'account.viewed' : 'account.acted_in', {
      subject: email,
      userId,
      detail: { endpoint: endpoint.name, area: endpoint.tag, address, by, credentialId },
    }),
  );
}

/**
 * The administrator or the person whose credential this is, for routes whose statement looks up its caller itself; null: somebody
 * else's. It is asked before the work: asked afterwards, it would refuse what was done, to who is suspended meanwhile.
 * @throws not_signed_in, account_suspended
 */
export async function findActing(deps: Deps, credential: Credential): Promise<Actor | null> {
  if (others.has(credential.tokenHash)) return null;
  const actor = await authenticate(deps, credential);
  if (actor.role === 'admin' || actor.person) return actor;
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
