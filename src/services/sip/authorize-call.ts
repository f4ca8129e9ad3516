import { asc, eq } from 'drizzle-orm';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { didNumbers, users } from '../../../db/schema/index.ts';
import { type Preference, readPreference } from '../../carriers/preference.ts';
import { noteLimitReached } from '../../money/allowances/limit-reached.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { asRefusal, Problem } from '../../platform/kit/errors.ts';
import { parseInternational, toE164 } from '../../shared/phone-number.ts';
import type { Deps } from '../deps.ts';
import { admitKnown, type Known } from '../trunks/authenticate-sip.ts';
import { parseNumber } from '../voice/parse-number.ts';
import { openTrunkCall } from '../voice/trunk/open-call.ts';
import { chooseCallerId, withPlus } from './choose-caller-id.ts';
import type { authorizeSipCall } from './contract.ts';
import { dialogOf } from './dialog-of.ts';
import { identify } from './identify.ts';
import { keepFresh, KEPT_MS, type Lasting, MOST_KEPT, openAtOnce } from './open-at-once.ts';
import { orderHops, waysTo } from './order-hops.ts';

/**
 * Decides about a call that a telephone system wants to make: the account, the destination, the caller ID, the longest
 * duration and the carriers. The cost of its first minutes is set aside with the answer.
 * @throws not_found, bad_signature, account_suspended, forbidden (the package),
 *   validation_failed (destination), unavailable (no carrier has a SIP route), destination_closed,
 *   destination_not_sold, too_many_calls, rate_limited (calls in this second), insufficient_credits, spend_limit_reached, already_processed
 */
export async function authorizeCall(
  deps: Deps,
  request: BodyOf<typeof authorizeSipCall>,
): Promise<ResponseOf<typeof authorizeSipCall>> {
  const { call, ways, trunk, isInside } = (await admitKept(deps, request)) ?? (await admitAnew(deps, request));
  return {
    id: call.id,
    seconds: Math.min(call.maxMinutes * 60, deps.config.sipCallSeconds),
    callerId: call.callerId,
    inside: isInside ? call.destination : '',
    ...{ codecs: trunk.codecs, announcement: trunk.announcement },
    routes: isInside ? {} : await orderHops(deps, { call, heldAs: call.id, ways }),
  };
}

type Request = BodyOf<typeof authorizeSipCall>;

/** Asks whose call it is and all by which it is decided. */
async function admitAnew(deps: Deps, request: Request) {
  const {
    identity: { package: trunk, dialled, known },
    preference,
  } = await readWhose(deps, request);
  const destination = parseNumber(await dialledNumber(deps, trunk.userId, dialled), 'destination');
  const { order, ways } = orderOf(deps, request, { trunk, preference, destination });
  const call = await openAtOnce(deps, { ...order, stamp: known?.stamp ?? null });
  if (call) return { call, ways, trunk, isInside: false };
  const work = () => transact(deps, (tx) => openTrunkCall(tx, deps, order));
  return { ...(await noteLimitReached(deps, { userId: trunk.userId, work })), ways, trunk };
}

/** Asks whose call it is, and keeps that where it may be kept. */
async function readWhose(deps: Deps, request: Request) {
  const [identity, preference] = await allAtOnce([identify(deps, request), readPreference(deps, 'voice')]);
  const { known } = identity;
  if (known && request.digest) remember(deps, request.digest.username, { known, preference });
  return { identity, preference };
}

/** The same by what is kept of the trunk, which the statement that charges holds against what there is. Null: it was not enough. */
async function admitKept(deps: Deps, request: Request) {
  const { digest, destination: dialled } = request;
  const last = lasts.get(deps)?.get(digest?.username ?? '');
  const destination = toE164(wholeNumber(dialled) ?? '');
  if (!last || !digest || destination === null || last.list !== deps.carriers.list) return null;
  if (last.until <= deps.clock.now().getTime()) return null;
  const trunk = await admitKnown(deps, last.known, digest).catch(asRefusal());
  if (trunk instanceof Problem) return null;
  const { order, ways } = orderOf(deps, request, { trunk, preference: last.preference, destination });
  const call = await openAtOnce(deps, { ...order, stamp: last.known.stamp }, false);
  if (call) keepFresh(deps, last, () => readWhose(deps, request));
  return call && { call, ways, trunk, isInside: false };
}

function orderOf(
  deps: Deps,
  request: Request,
  {
    trunk,
    preference,
    destination,
  }: { trunk: Awaited<ReturnType<typeof admitKnown>>; preference: Preference; destination: string },
) {
  const ways = waysTo(deps, preference, destination);
  const { userId, packageId: trunkId, channels, callsASecond, announcement } = trunk;
  const order = {
    ...{ userId, destination, callerId: request.callerId, dialog: dialogOf(request) },
    trunk: { trunkId, channels, callsASecond, recorded: announcement !== '' },
    carriers: ways.hops.map(({ carrier }) => carrier),
    chooseCallerId: (tx: Transaction) => chooseCallerId({ tx, config: deps.config }, userId, request.callerId),
  };
  return { order, ways };
}

/** Whose call came by a user name before, and how carriers were chosen then. */
interface Last extends Lasting {
  known: Known;
  preference: Preference;
  /** All carriers that there were. */
  list: Deps['carriers']['list'];
}

const lasts = new WeakMap<Deps, Map<string, Last>>();

function remember(deps: Deps, username: string, last: Pick<Last, 'known' | 'preference'>): void {
  const known = lasts.get(deps) ?? new Map<string, Last>();
  lasts.set(deps, known);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(username, { ...last, list: deps.carriers.list, until: deps.clock.now().getTime() + KEPT_MS });
}

/**
 * Reads a dialled text as a number with its country code: with a plus or without it, with the digits that
 * lead abroad from the trunk's country (`00`, `011`), or as within that country (`07911…`).
 * @returns what was dialled with a plus before it, where it is none of these
 */
async function dialledNumber(deps: Deps, userId: string, dialled: string): Promise<string> {
  const whole = wholeNumber(dialled);
  if (whole !== null) return whole;
  const digits = digitsOf(dialled);
  const country = await countryOf(deps, userId);
  const found = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  return found?.isValid() ? found.number : withPlus(digits);
}

const digitsOf = (dialled: string): string => dialled.replaceAll(/[^\d+]/g, '');

/** Null where it may be a number within a country. */
function wholeNumber(dialled: string): string | null {
  const digits = digitsOf(dialled);
  const whole = withPlus(digits);
  const isWhole = /^(\+|00)/.test(digits);
  const isNational = /^0[1-9]/.test(digits);
  if (isWhole || (!isNational && parseInternational(whole)?.isValid())) return whole;
  return null;
}

/** The country of a trunk: that of its account's number, otherwise the one of the settings. */
async function countryOf({ db, config }: Deps, userId: string): Promise<CountryCode> {
  const [[user], [number]] = await Promise.all([
    db.select({ number: users.defaultCallerId }).from(users).where(eq(users.id, userId)),
    db
      .select({ number: didNumbers.number })
      .from(didNumbers)
      .where(eq(didNumbers.userId, userId))
      .orderBy(asc(didNumbers.id))
      .limit(1),
  ]);
  const own = user?.number ?? number?.number ?? '';
  return parseInternational(own)?.country ?? config.sipCountry;
}
