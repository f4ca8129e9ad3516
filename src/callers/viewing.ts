import { createHmac } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Calling } from './acting.ts';
import { users } from '../../db/schema/index.ts';
import { transact } from '../platform/events/transact.ts';
import { MINUTE_MS } from '../platform/kit/durations.ts';
import type { ResponseOf } from '../platform/kit/endpoint.ts';
import { ofAccount, Problem } from '../platform/kit/errors.ts';
import { sentence } from '../platform/kit/sentences.ts';
import { audit } from './audit.ts';
import { VIEW_MINUTES, viewAccount as endpoint } from './contract.ts';
import { type Credential, ofItself } from './credentials.ts';
import type { Deps } from './deps.ts';
import { isSame } from './edge-token.ts';
import { type Actor, authenticate, forbidden, notSignedIn } from './caller.ts';
import { admit, authorize, type Guarded } from './guards.ts';
import { readUser } from './present-user.ts';

/**
 * Lets an administrator, or the reseller of a customer, see an account as its owner does, for a quarter of an hour. Their
 * session stays theirs: the token is good beside it alone, and only in the requests that bring it.
 * @throws not_found, not_allowed_now (an administrator's account, or one that is suspended or closed)
 */
export async function viewAccount(
  { deps, actor }: Calling<Deps>,
  userId: string,
): Promise<ResponseOf<typeof endpoint>> {
  const user = await readUser(deps.db, userId);
  if (user.role === 'admin') throw new Problem('not_allowed_now', sentence('viewOfAdmin'));
  await authenticate(deps, ofItself(userId));
  const until = new Date(deps.clock.now().getTime() + VIEW_MINUTES * MINUTE_MS);
  await transact(deps, (tx) =>
    audit(tx, actor, 'account.view_started', { subject: user.email, userId, detail: { until: until.toISOString() } }),
  );
  const said = `${userId}.${until.getTime()}`;
  return { token: `${said}.${sign(deps, actor, said)}`, until: until.toISOString(), user };
}

const sign = ({ config }: Pick<Deps, 'config'>, { credentialId }: Actor, said: string): string =>
  createHmac('sha256', config.sessionSecret).update(`view ${credentialId} ${said}`).digest('base64url');

interface View {
  credential: Credential | null;
  endpoint: Guarded;
  ownerId: string | undefined;
  token: string;
}

/**
 * The account that somebody else sees as its owner does, as the caller of a request. It reads, and nothing that its
 * owner alone should see. Who looks must still be one who may.
 * @throws not_signed_in (the time is over), forbidden, and the errors of `admit`
 */
export async function admitView(deps: Deps, { credential, endpoint: asked, ownerId, token }: View): Promise<Actor> {
  const [userId = '', until = '', mac = ''] = token.split('.');
  const viewer = await admitViewer(deps, credential, userId);
  const isOver = !(Number(until) > deps.clock.now().getTime());
  if (isOver || !isSame(mac, sign(deps, viewer, `${userId}.${until}`))) throw notSignedIn();
  const isOwners = asked.access.startsWith('admin') || asked.duties?.length === 0;
  if (asked.method !== 'GET' || isOwners) throw new Problem('forbidden', sentence('viewOnly'));
  const actor = await authenticate(deps, ofItself(userId));
  if (actor.role === 'admin') throw new Problem('forbidden', sentence('viewOfAdmin'));
  try {
    authorize(asked, actor, ownerId);
  } catch (error) {
    throw ofAccount(error, viewer.id);
  }
  return actor;
}

/** An administrator whose duty it is, or the reseller of a customer whose contract says so. */
async function admitViewer(deps: Deps, credential: Credential | null, userId: string): Promise<Actor> {
  const viewer = await authenticate(deps, credential);
  if (viewer.person) throw ofAccount(forbidden(), viewer.id);
  if (viewer.role !== 'reseller') return admit(deps, credential, endpoint, userId);
  const own = eq(users.resellerId, viewer.id);
  const [customer] = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), own));
  if (!customer) throw ofAccount(forbidden(), viewer.id);
  await requireSeeing(deps, viewer.id);
  return viewer;
}

/** @throws forbidden: the contract of this reseller does not say so, or its package is over */
export async function requireSeeing({ db, clock }: Pick<Deps, 'db' | 'clock'>, resellerId: string): Promise<void> {
  const running = gt(users.resellerExpiresAt, clock.now());
  const [reseller] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, resellerId), users.seesCustomers, running));
  if (!reseller) throw ofAccount(new Problem('forbidden', sentence('viewNotAgreed')), resellerId);
}
