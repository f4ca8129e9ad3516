import { asc, eq } from 'drizzle-orm';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { didNumbers, users } from '../../../db/schema/index.ts';
import { readPreference } from '../../carriers/preference.ts';
import { noteLimitReached } from '../../money/allowances/limit-reached.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import type { Deps } from '../deps.ts';
import { parseNumber } from '../voice/parse-number.ts';
import { openTrunkCall } from '../voice/trunk/open-call.ts';
import { chooseCallerId, withPlus } from './choose-caller-id.ts';
import type { authorizeSipCall } from './contract.ts';
import { dialogOf } from './dialog-of.ts';
import { identify } from './identify.ts';
import { openAtOnce } from './open-at-once.ts';
import { orderHops, waysTo } from './order-hops.ts';

/**
 * Decides about a call that a telephone system wants to make: the account, the destination, the caller ID, the longest
 * duration and the carriers. The cost of its first minutes is set aside with the answer.
 * @throws not_found, bad_signature, account_suspended, forbidden (the package),
 *   validation_failed (destination), unavailable (no carrier has a SIP route), destination_closed,
 *   destination_not_sold,
 *   too_many_calls, rate_limited (calls in this second), insufficient_credits, spend_limit_reached, already_processed
 */
export async function authorizeCall(
  deps: Deps,
  request: BodyOf<typeof authorizeSipCall>,
): Promise<ResponseOf<typeof authorizeSipCall>> {
  const [{ package: trunk, dialled }, preference] = await allAtOnce([
    identify(deps, request),
    readPreference(deps, 'voice'),
  ]);
  const { userId, packageId: trunkId, channels, callsASecond, codecs, announcement } = trunk;
  const destination = parseNumber(await dialledNumber(deps, userId, dialled), 'destination');
  const ways = waysTo(deps, preference, destination);
  const carriers = ways.hops.map(({ carrier }) => carrier);
  const { callerId } = request;
  const order = {
    ...{
      userId,
      trunk: { trunkId, channels, callsASecond, recorded: announcement !== '' },
      destination,
      carriers,
      callerId,
    },
    chooseCallerId: (tx: Transaction) => chooseCallerId({ tx, config: deps.config }, userId, callerId),
    dialog: dialogOf(request),
  };
  const admitted = await openAtOnce(deps, order);
  const { call, isInside } = admitted
    ? { call: admitted, isInside: false }
    : await noteLimitReached(deps, {
        userId,
        work: () => transact(deps, (tx) => openTrunkCall(tx, deps, order)),
      });
  return {
    id: call.id,
    seconds: Math.min(call.maxMinutes * 60, deps.config.sipCallSeconds),
    callerId: call.callerId,
    inside: isInside ? destination : '',
    ...{ codecs, announcement },
    routes: isInside ? {} : await orderHops(deps, { call, heldAs: call.id, ways }),
  };
}

/**
 * Reads a dialled text as a number with its country code: with a plus or without it, with the digits that
 * lead abroad from the trunk's country (`00`, `011`), or as within that country (`07911…`).
 * @returns what was dialled with a plus before it, where it is none of these
 */
async function dialledNumber(deps: Deps, userId: string, dialled: string): Promise<string> {
  const digits = dialled.replaceAll(/[^\d+]/g, '');
  const whole = withPlus(digits);
  const isNational = /^0[1-9]/.test(digits);
  if (digits.startsWith('+') || digits.startsWith('00')) return whole;
  if (!isNational && parsePhoneNumberFromString(whole, { extract: false })?.isValid()) return whole;
  const country = await countryOf(deps, userId);
  const found = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  return found?.isValid() ? found.number : whole;
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
  return parsePhoneNumberFromString(own, { extract: false })?.country ?? config.sipCountry;
}
