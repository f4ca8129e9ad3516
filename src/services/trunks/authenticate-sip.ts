import { sql as template } from 'drizzle-orm';
import type { DigestAlgorithm, TrunkCodec } from '../../../db/enums.ts';
import { isoTime, prepared } from '../../../db/prepared.ts';
import { forbidden, suspended } from '../../callers/caller.ts';
import type { Deps } from '../deps.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { notFound, Problem } from '../../platform/kit/errors.ts';
import { minutesTaken } from '../../money/allowances/trunk-month.ts';
import type { PlanId } from './catalogue.ts';
import type { authenticateSip, SipDigest, SipSender } from './contract.ts';
import { digestResponse, openHash } from './digest.ts';
import { readTelephone } from './open-telephone.ts';
import { isNamed, type PersonRole } from '../../platform/kit/people.ts';
import type { Language } from '../../platform/kit/languages.ts';
import { planOf } from './plans.ts';
import { isRunning, paceOf } from './present-trunk.ts';
import { soundOf } from './sound-of.ts';
import { isSame } from '../../callers/edge-token.ts';

type SipPackage = ResponseOf<typeof authenticateSip>;

/** The values of a trunk that say whether it may call. */
interface Standing {
  userId: string;
  trunkId: string;
  planId: PlanId;
  isActive: boolean;
  expiresAt: string;
  purchasedAt: string;
  callMinutesIncluded: number;
  minutesMonth: string | null;
  minutesTaken: number;
  callsASecond: number | null;
  codecs: TrunkCodec[];
  recorded: boolean;
  language: Language | null;
  userStatus: 'active' | 'suspended';
}

/** A trunk as it is kept while its `stamp` is the same. */
export interface Known extends Standing {
  ha1Md5: string;
  ha1Sha256: string;
  digestAlgorithm: DigestAlgorithm;
  stamp: string;
}

const STANDING = template`v.user_id as "userId", v.id as "trunkId", v.package_type as "planId",
  v.is_active as "isActive",
  ${isoTime(template`v.expires_at`)} as "expiresAt", ${isoTime(template`v.purchased_at`)} as "purchasedAt",
  v.call_minutes_included as "callMinutesIncluded",
  ${isoTime(template`v.minutes_month`)} as "minutesMonth", v.minutes_taken as "minutesTaken",
  v.calls_a_second as "callsASecond", v.codecs, v.recorded, u.language,
  u.status as "userStatus"`;

/** All of a trunk, its secret and its owner by which a call is let in, but the minutes that it used. */
export const STAMP = template`row(c.ha1_md5, c.ha1_sha256, c.digest_algorithm, v.package_type, v.is_active, v.expires_at,
  v.purchased_at, v.call_minutes_included, v.calls_a_second, v.codecs, v.recorded, u.language, u.status)::text`;

/** A trunk registers every few minutes, so this is a prepared statement. */
const findTrunk = prepared<{ username: string; realm: string }, Known>(
  (p) => template`
    select ${STANDING}, ${STAMP} as stamp, c.ha1_md5 as "ha1Md5", c.ha1_sha256 as "ha1Sha256",
      c.digest_algorithm as "digestAlgorithm"
    from sip_credentials c join voice_packages v on v.id = c.package_id join users u on u.id = v.user_id
    where c.username = ${p.username} and c.realm = ${p.realm}`,
);

/** The session must be there still, in this account, and whoever has it must be one who may call in it. */
const findTelephone = prepared<
  { username: string; realm: string; sessionId: string; now: Date },
  Standing & { role: PersonRole | null }
>(
  (p) => template`
    select ${STANDING}, m.role
    from sip_credentials c join voice_packages v on v.id = c.package_id join users u on u.id = v.user_id
      join sessions s on s.id = ${p.sessionId}::uuid and s.expires_at > ${p.now}::timestamptz
      join users own on own.id = s.user_id
      left join people m on m.id = s.person_id and m.user_id = s.user_id
    where c.username = ${p.username} and c.realm = ${p.realm} and u.id = case when s.person_id is null then s.user_id else m.account_id end
      and (s.person_id is null or (own.status = 'active' and 'admin' not in (u.role, own.role)))`,
);

/**
 * Tells a SIP proxy whether a digest was made with the secret of an active package.
 * @throws not_found (no such user in this realm), bad_signature (the digest),
 *   account_suspended, forbidden (the package is not active, or expired)
 */
export const authenticate = async (deps: Deps, request: SipDigest): Promise<SipPackage> =>
  (await recognise(deps, request)).package;

/** The same with the trunk as it may be kept; null: not at all, as a session may end. @throws its errors */
export async function recognise(deps: Deps, request: SipDigest): Promise<{ package: SipPackage; known: Known | null }> {
  const { username, realm } = request;
  const telephone = readTelephone(deps, request);
  if (telephone) {
    const [trunk] = await findTelephone(deps.sql, { ...telephone, realm, now: deps.clock.now() });
    if (!trunk || telephone.isOver) throw notFound('SIP user');
    requireKnown(telephone.secretHashes, request);
    if (trunk.role !== null && !isNamed(trunk.role, 'openTelephone')) throw forbidden();
    return { package: admit(deps, trunk), known: null };
  }
  const [known] = await findTrunk(deps.sql, { username, realm });
  if (!known) throw notFound('SIP user');
  return { package: await admitKnown(deps, known, request), known };
}

/** @throws bad_signature, account_suspended, forbidden (the package) */
export async function admitKnown(deps: Deps, trunk: Known, request: SipDigest): Promise<SipPackage> {
  const isMd5 = request.algorithm === 'MD5';
  const secretHash = openHash(deps.config, trunk.trunkId, isMd5 ? trunk.ha1Md5 : trunk.ha1Sha256);
  requireKnown(secretHash === null || (isMd5 && trunk.digestAlgorithm !== 'MD5') ? [] : [secretHash], request);
  return admit(deps, trunk);
}

/** @throws bad_signature (none of these made the digest) */
function requireKnown(secretHashes: readonly string[], request: SipDigest): void {
  if (secretHashes.some((each) => isSame(digestResponse(each, request), request.response))) return;
  throw new Problem('bad_signature', 'The digest does not match');
}

const findByAddress = prepared<{ address: string; dialled: string; transport: string }, Standing & { prefix: string }>(
  (p) => template`
    select ${STANDING}, a.prefix
    from trunk_addresses a join voice_packages v on v.id = a.package_id join users u on u.id = v.user_id
    where a.network >>= ${p.address}::inet and starts_with(${p.dialled}::text, a.prefix)
      and (a.over_udp or ${p.transport}::text <> 'udp')`,
);

/**
 * Tells whose telephone system calls from an address without registering, by the digits before the number where several
 * do.
 * @returns its package, and what was dialled without those digits
 * @throws not_found (nobody's), account_suspended, forbidden (the package is not active, or expired)
 */
export async function authenticateAddress(
  deps: Deps,
  { address, transport, dialled }: SipSender & { dialled: string },
): Promise<{ package: SipPackage; dialled: string }> {
  const [trunk] = await findByAddress(deps.sql, { address, transport, dialled });
  if (!trunk) throw notFound('Trunk');
  return { package: admit(deps, trunk), dialled: dialled.slice(trunk.prefix.length) };
}

/** @throws account_suspended, forbidden */
function admit(deps: Deps, trunk: Standing): SipPackage {
  if (trunk.userStatus === 'suspended') throw suspended();
  const now = deps.clock.now();
  if (!isRunning({ isActive: trunk.isActive, expiresAt: new Date(trunk.expiresAt) }, now)) throw forbidden();
  const { userId, trunkId, planId, expiresAt, callMinutesIncluded } = trunk;
  const taken = minutesTaken(
    {
      ...trunk,
      purchasedAt: new Date(trunk.purchasedAt),
      minutesMonth: trunk.minutesMonth === null ? null : new Date(trunk.minutesMonth),
    },
    now,
  );
  const { channels } = planOf(planId);
  return {
    userId,
    packageId: trunkId,
    packageType: planId,
    expiresAt,
    minutesLeft: callMinutesIncluded - taken,
    channels,
    callsASecond: paceOf(deps.config, trunk.callsASecond),
    ...soundOf(deps.config, trunk),
  };
}
