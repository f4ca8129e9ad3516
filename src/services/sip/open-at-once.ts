import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import { voiceCalls } from '../../../db/schema/index.ts';
import { insertFrom, rowOf, rowText } from '../../../db/table-rows.ts';
import { closedToCallsBy, findClosed } from '../../money/allowances/closed-destinations.ts';
import { allowanceOf } from '../../money/allowances/count-spend.ts';
import { claimOf, claimSql, type ClaimParameters, countedTrunk } from '../../money/allowances/trunk-minutes.ts';
import { channelsTakenSql } from '../../money/ledger/call-places.ts';
import { callChargeSql, callChargeValues, type CallChargeParameters } from '../../money/ledger/charge-call.ts';
import { requireNoDebt } from '../../money/ledger/debts.ts';
import { balanceEvent } from '../../money/ledger/events.ts';
import { lockedAccount } from '../../money/ledger/lock-user.ts';
import { planHold, requireNotSuspended } from '../../money/ledger/set-aside.ts';
import {
  callTermsSql,
  callTermsValues,
  type CallTermsParameters,
  type CallTermsRow,
} from '../../money/pricing/read-call-terms.ts';
import { placeablePrice } from '../../money/pricing/read-price.ts';
import { eventsInsert, newEvent, postgresCode } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney, subtract } from '../../platform/kit/money.ts';
import type { Deps } from '../deps.ts';
import { heldValues } from '../voice/add-call.ts';
import { callStatusEvent } from '../voice/events.ts';
import { type CallRow, presentCall } from '../voice/present-call.ts';
import { firstMinutes } from '../voice/trunk/hold-minutes.ts';
import { type Dialog, type DialogParameters, dialogInsert, dialogSql } from '../voice/trunk/keep-dialog.ts';
import { begunSql, orderedOf, ownedSql, secondBefore, type TrunkOrder } from '../voice/trunk/open-call.ts';
import { callerIdOf, callerNumbersSql, type Numbers } from './choose-caller-id.ts';
import { provenSince } from '../senders/lasting.ts';

type Question = CallTermsParameters &
  Pick<Dialog, 'sipCallId' | 'fromTag' | 'cseq'> & {
    trunkId: string;
    number: string;
    since: string;
    now: Date;
    provenSince: Date;
  };

/** Beside these it has the columns of `lockedAccount`, and those of `countedTrunk` where the account has a package. */
interface Standing extends CallTermsRow, Numbers {
  [name: string]: unknown;
  /** The account's row: PostgreSQL gives each change of it another one. */
  version: string;
  /** Its active packages. */
  packages: number | null;
  taken: number;
  begun: number;
  /** The call stays inside, or another one has its names. */
  special: boolean;
  /** Calls are sold by a price list. */
  listed: boolean;
}

/** All by which a call is decided, as it is at one moment. */
const readStanding = prepared<Question, Standing>(
  (p) => template`
    select a.*, k.*, t.*, n.*, (${channelsTakenSql(p)}) as taken, (${begunSql(p)}) as begun,
      exists (${ownedSql(p)}) or exists (${dialogSql(p)}) as special,
      exists (select from rate_uses where service = 'voice') as listed
    from (select ${lockedAccount.list}, xmin::text as version from users where id = ${p.userId}::uuid) a
    cross join lateral (${callTermsSql(p)}) t
    cross join lateral (${callerNumbersSql(p)}) n
    left join lateral (
      select ${countedTrunk.list}, count(*) over ()::integer as packages from voice_packages
      where user_id = ${p.userId}::uuid and is_active and expires_at > ${p.now}::timestamptz
      order by expires_at, id limit 1) k on true`,
);

/** What was read for a call, and which call that is. */
export interface Reading {
  of: string;
  row: Standing | undefined;
}

type Asked = Pick<TrunkOrder, 'userId' | 'destination' | 'carriers' | 'dialog'> & { trunk: { trunkId: string } };

const nameOf = ({ userId, trunk: { trunkId }, destination, carriers }: Asked): string =>
  [userId, trunkId, destination, ...carriers].join(' ');

/** Reads all by which a call is decided. */
export async function readFor(deps: Deps, asked: Asked): Promise<Reading> {
  const { userId, trunk, destination, carriers, dialog } = asked;
  const now = deps.clock.now();
  const question = { userId, destination, now, flatRate: deps.config.voiceRateGbp, carriers };
  const [row] = await readStanding(deps.sql, {
    ...callTermsValues(question),
    ...{ trunkId: trunk.trunkId, number: destination, since: secondBefore(now), now },
    ...{ sipCallId: dialog.sipCallId, fromTag: dialog.fromTag, cseq: dialog.cseq },
    provenSince: provenSince(deps.config, now),
  });
  return { of: nameOf(asked), row };
}

type Stored = CallChargeParameters &
  ClaimParameters &
  DialogParameters & { version: string; call: string; rows: string; now: Date };

/**
 * Charges and stores a call, where the account is as it was read: whatever takes credit, minutes or a channel changes its
 * row, so nothing of what was decided by is out of date.
 */
const store = prepared<Stored, { id: string }>(
  (p) => template`
    with ${callChargeSql(p, template`u.xmin = ${p.version}::xid`)},
    ${claimSql(p, template`charged`)},
    call as (${insertFrom(voiceCalls, template`${p.call}`, template`charged`)}),
    dialog as (${dialogInsert(p, template`charged`)}),
    announced as (${eventsInsert(p, template` cross join charged`)})
    select id from charged`,
);

/** PostgreSQL's code for names that another row has. */
const TAKEN = '23505';

/**
 * Admits a trunk's call as `openTrunkCall` does, by the same rules and without a transaction of several statements: all is
 * read in one, decided, and stored in another. That is enough for nearly every call, and as fast as a call has to be.
 * @returns null where the call is refused, stays inside or is there already, the account has several packages, or something
 *   else has changed it each time: then nothing has happened, and `openTrunkCall` decides
 * @param early what was read before it was known whose call it is; null: nothing
 */
export async function openAtOnce(
  deps: Deps,
  order: TrunkOrder & { callerId: string },
  early: Reading | null = null,
  again = true,
): Promise<CallRow | null> {
  const { userId, trunk, callerId: given, destination, carriers, dialog } = order;
  const { clock } = deps;
  const tx = { clock, now: clock.now() };
  const { row } = early?.of === nameOf(order) ? early : await readFor(deps, order);
  if (!row || row.special || (row.packages ?? 0) > 1 || carriers.length === 0) return null;
  if (row.taken >= trunk.channels || row.begun >= trunk.callsASecond) return null;
  const planned = await plan(deps, row, { userId, destination, tx }).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
  if (!planned) return null;
  const { user, packages, hold } = planned;
  const id = newId(clock);
  const call = rowOf(voiceCalls, {
    ...orderedOf(tx, { trunk, callerId: callerIdOf(row, given), dialog, isInside: false }),
    ...{ ...heldValues(hold), id, userId, destination, calledAt: tx.now },
  });
  const { callDetails: _details, ...shown } = presentCall(call, { recordings: [], legs: [] });
  const left = { userId, credits: formatMoney(subtract(user.credits, hold.amount)), reason: 'voice_charge' };
  const events = [
    ...(hold.transactionId === null ? [] : [newEvent(balanceEvent, userId, left, tx.now)]),
    newEvent(callStatusEvent, userId, shown, tx.now),
  ];
  // Where it pays with minutes, its trunk is the only package that there is.
  const [pays = { id: trunk.trunkId, purchasedAt: tx.now }] = packages;
  const stored = await store(deps.sql, {
    ...dialog,
    ...callChargeValues(tx, hold.charge),
    ...claimOf(pays, id, hold.fromTrunks, tx),
    ...{ trunkId: trunk.trunkId, placedBy: null, version: row.version, call: rowText(voiceCalls, call) },
    rows: JSON.stringify(events),
  }).catch((error: unknown) => {
    if (postgresCode(error) === TAKEN) return null;
    throw error;
  });
  if (!stored) return null;
  // As a rule the end of another call has changed the account.
  if (stored.length === 0) return again ? openAtOnce(deps, order, null, false) : null;
  deps.bus.wake();
  return call;
}

/** The sum that the call would set aside, by the rules of `setAside`. @throws its errors */
async function plan(
  { db, config }: Deps,
  row: Standing,
  { userId, destination, tx }: { userId: string; destination: string; tx: Pick<Deps, 'clock'> & { now: Date } },
) {
  const user = requireNotSuspended(lockedAccount.read(row));
  requireNoDebt(user);
  const countries = closedToCallsBy(row.listed, config.allowances.closedCountries);
  if ((await findClosed(db, { userId, numbers: [destination], countries })).length > 0) return null;
  const there = { there: row, ofLeg: null, stays: false };
  const packages = row.packages === null ? [] : [countedTrunk.read(row)];
  const cover = {
    ...{ user, packages, allowance: allowanceOf(user, [destination], tx.now) },
    price: placeablePrice(there, { destination, forwardTo: null }),
  };
  return { user, packages, hold: planHold(tx, { userId, destination }, { wanted: firstMinutes(config), cover }) };
}
