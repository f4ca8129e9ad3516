import { sql as template, type SQL } from 'drizzle-orm';
import { actsAsAdmin } from '../platform/kit/duties.ts';
import type { Endpoint } from '../platform/kit/endpoint.ts';
import { Problem, ofAccount, sentence } from '../platform/kit/errors.ts';
import { isPersonal, mayInRole } from '../platform/kit/people.ts';
import { hasScope, type Scope, scopesFor } from '../platform/kit/scopes.ts';
import type { Actor, Withheld } from './audit.ts';
import { authenticate, type CallerRow, forbidden, notSignedIn, rightsOf, suspended } from './caller.ts';
import type { Sender } from './credentials.ts';
import type { Deps } from './deps.ts';

export type Guarded = Pick<Endpoint, 'name' | 'access' | 'method' | 'tag' | 'duties'>;

/**
 * The same decision as `authorize` for an owner's endpoint that changes something, inside a statement: a condition over
 * `id`, `role`, `duty`, `status`, `scopes` and `has_second_factor` of a caller. tests/twins shows that the two agree.
 */
export const mayActSql = ({ scope, owner, secondFactorNeeded }: MayActSql): SQL => template`
  status = 'active' and (scopes is null or ${template.raw(`'${scope}'`)} = any (scopes))
    and (id = ${owner} or (role = 'admin' and duty is null and (scopes is null or 'admin' = any (scopes))
      and (has_second_factor or not ${secondFactorNeeded})))`;

interface MayActSql {
  /** The scope that a limited key needs. */
  scope: Scope;
  /** The account in the path. */
  owner: SQL;
  secondFactorNeeded: SQL;
}

/** The operations of a test key beside reading. */
const TESTED: ReadonlySet<string> = new Set(['sendSms', 'quoteSms']);
/** What begins messages that are charged later, to the account alone. */
const CHARGED_LATER: ReadonlySet<string> = new Set(['createCampaign', 'setCampaignStatus', 'setNumberAnswers']);

/**
 * Checks whether this caller may use an endpoint.
 * @param ownerId the account in the path, if there is one
 * @throws forbidden, second_factor_needed
 */
export function authorize(
  endpoint: Guarded,
  actor: Pick<Actor, 'id' | 'role' | 'duty' | 'credentialKind' | 'scopes' | 'withheld' | 'person'> &
    Partial<Pick<Actor, 'isTest' | 'isLimited'>>,
  ownerId: string | undefined,
): void {
  const { access } = endpoint;
  const isForAdmins = access === 'admin' || access === 'admin-session';
  const isAdmin = actsAsAdmin(actor, endpoint);
  if (isForAdmins && !isAdmin) throw refused(actor.withheld);
  if (access.endsWith('session') && actor.credentialKind !== 'session') {
    throw new Problem('forbidden', 'This can only be done signed in, not with an API key');
  }
  if (access === 'owner' || access === 'owner-session') {
    if (!isAdmin && actor.id !== ownerId) throw refused(actor.withheld);
  }
  if (actor.person && !mayInRole(actor.person.role, endpoint)) throw new Problem('forbidden', sentence('roleForbids'));
  if (actor.isTest && endpoint.method !== 'GET' && !TESTED.has(endpoint.name)) {
    throw new Problem('forbidden', 'A test key sends tests and reads, and does nothing else');
  }
  if (actor.isLimited && CHARGED_LATER.has(endpoint.name)) {
    throw new Problem('forbidden', 'A key with a daily limit sends messages, and starts no campaigns and no answers');
  }
  const { scopes } = actor;
  const accepted = scopesFor(endpoint);
  if (actor.credentialKind === 'key' && !hasScope(scopes, accepted)) throw scopeMissing(accepted);
}

/**
 * Finds the caller and checks their right, for verbs that change something. With another duty than the endpoint's they
 * act as a user does.
 * @throws not_signed_in, account_suspended, forbidden, second_factor_needed
 */
export async function admit(
  deps: Pick<Deps, 'sql' | 'clock' | 'config'>,
  credential: Sender | null,
  endpoint: Guarded,
  ownerId: string | undefined,
): Promise<Actor> {
  const found = await authenticate(deps, credential);
  const actor = isPersonal(endpoint) ? asThemselves(found) : found;
  try {
    authorize(endpoint, actor, ownerId);
  } catch (error) {
    throw ofAccount(error, actor.id);
  }
  return actsAsAdmin(actor, endpoint) || actor.role !== 'admin' ? actor : { ...actor, role: 'user' };
}

/** Whoever signed in, for what concerns them alone, in whatever account they are. */
function asThemselves({ person, ...actor }: Actor): Actor {
  return person ? { ...actor, id: person.id, email: person.email, role: 'user' } : actor;
}

/**
 * Does the checks of `admit` on the row of a statement that read the caller and the data together. No row
 * means that there is no such caller.
 * @throws not_signed_in, account_suspended, forbidden, second_factor_needed
 */
export function admitRow<Row extends CallerRow>(
  { config }: Pick<Deps, 'config'>,
  { credential, endpoint, ownerId }: { credential: Sender; endpoint: Guarded; ownerId: string },
  row: Row | undefined,
): Row {
  if (!row) throw notSignedIn();
  if (row.caller_status === 'suspended') throw ofAccount(suspended(), row.caller_id);
  const rights = rightsOf(config, {
    role: row.caller_role,
    duty: row.caller_duty,
    scopes: row.caller_scopes,
    has_second_factor: row.caller_has_second_factor,
  });
  try {
    authorize(endpoint, { id: row.caller_id, credentialKind: credential.kind, ...rights }, ownerId);
  } catch (error) {
    throw ofAccount(error, row.caller_id);
  }
  return row;
}

function refused(withheld: Withheld | null): Problem {
  if (withheld === 'scope') return scopeMissing(['admin']);
  if (withheld === null) return forbidden();
  return new Problem(
    'second_factor_needed',
    'Administrators need a second factor here. Set one up in the settings of your account.',
  );
}

const scopeMissing = (scopes: readonly string[]) =>
  new Problem('forbidden', `This API key lacks the scope ${scopes.map((scope) => `“${scope}”`).join(' or ')}`);
