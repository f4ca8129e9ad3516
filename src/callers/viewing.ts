import { createHmac } from 'node:crypto';
import { and, eq, gt, sql as template } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { transact } from '../platform/events/transact.ts';
import { MINUTE_MS } from '../platform/kit/durations.ts';
import type { ResponseOf } from '../platform/kit/endpoint.ts';
import { Problem, ofAccount, sentence } from '../platform/kit/errors.ts';
import { type Actor, type Calling, audit } from './audit.ts';
import {
  DEMONSTRATION_MINUTES,
  openDemonstration as demonstration,
  type User,
  VIEW_MINUTES,
  viewAccount as endpoint,
} from './contract.ts';
import { type Credential, ofItself } from './credentials.ts';
import type { Deps } from './deps.ts';
import { isSame } from './edge-token.ts';
import { authenticate, forbidden, notSignedIn } from './caller.ts';
import { admit, authorize, type Guarded } from './guards.ts';
import { readUser } from './present-user.ts';
import { countAttempt, demonstrationLimit } from './throttle.ts';

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
  const view = grant(deps, actor, user, VIEW_MINUTES);
  const { email: subject } = user;
  await transact(deps, (tx) =>
    audit(tx, actor, 'account.view_started', { subject, userId, detail: { until: view.until } }),
  );
  return view;
}

function grant(deps: Deps, viewer: Viewer, user: User, minutes: number): ResponseOf<typeof endpoint> {
  const until = new Date(deps.clock.now().getTime() + minutes * MINUTE_MS);
  const said = `${user.id}.${until.getTime()}`;
  return { token: `${said}.${sign(deps, viewer, said)}`, until: until.toISOString(), user };
}

type Viewer = Pick<Actor, 'credentialId'> & Partial<Pick<Actor, 'id'>>;
/** Who sees the demonstration: whoever has its token. */
const EVERYBODY: Viewer = { credentialId: 'demonstration' };

/** Lets anybody see the demonstration account as its reader. @throws rate_limited */
export async function openDemonstration(deps: Deps, address: string): Promise<ResponseOf<typeof demonstration>> {
  await countAttempt(deps, demonstrationLimit(address));
  const userId = await findDemonstration(deps);
  if (userId === undefined) return null;
  const user = await readUser(deps.db, userId);
  const person = { email: user.email, role: 'reader' as const };
  return { ...grant(deps, EVERYBODY, user, DEMONSTRATION_MINUTES), person };
}

/** The account that the operator shows to everybody: a user's in which nobody else acts, and whom no stranger can reach. */
async function findDemonstration({ db }: Pick<Deps, 'db'>): Promise<string | undefined> {
  const [shown] = await db.execute<{ id: string }>(template`
    select u.id from settings s join users u on lower(u.email) = s.value
    where s.name = 'demonstration_account' and u.status = 'active' and u.role = 'user' and u.reseller_id is null
      and not exists (select 1 from people p where p.account_id = u.id)
      and not exists (select 1 from did_numbers d where d.user_id = u.id and d.provider not like 'sandbox%')`);
  return shown?.id;
}

const sign = ({ config }: Pick<Deps, 'config'>, { credentialId }: Viewer, said: string): string =>
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
  const isBy = (viewer: Viewer) => isSame(mac, sign(deps, viewer, `${userId}.${until}`));
  const isDemonstration = isBy(EVERYBODY) && (await findDemonstration(deps)) === userId;
  const viewer = isDemonstration ? EVERYBODY : await admitViewer(deps, credential, userId);
  const isOver = !(Number(until) > deps.clock.now().getTime());
  if (isOver || !isBy(viewer)) throw notSignedIn();
  const isOwners = asked.access.startsWith('admin') || asked.duties?.length === 0;
  if (asked.method !== 'GET' || isOwners) throw new Problem('forbidden', sentence('viewOnly'));
  const found = await authenticate(deps, ofItself(userId));
  const person = { id: userId, email: found.email, role: 'reader' as const };
  const actor = isDemonstration ? { ...found, person } : found;
  if (actor.role === 'admin') throw new Problem('forbidden', sentence('viewOfAdmin'));
  try {
    authorize(asked, actor, ownerId);
  } catch (error) {
    throw ofAccount(error, viewer.id ?? userId);
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
