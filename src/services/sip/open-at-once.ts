import { type SQL, sql as template } from 'drizzle-orm';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import { voiceCalls } from '../../../db/schema/index.ts';
import { insertFrom, rowOf, rowText } from '../../../db/table-rows.ts';
import { closedToCallsBy, findClosed } from '../../money/allowances/closed-destinations.ts';
import { allowanceOf } from '../../money/allowances/count-spend.ts';
import { claimOf, claimSql, type ClaimParameters, countedTrunk } from '../../money/allowances/trunk-minutes.ts';
import { limitsAllowSql } from '../../money/allowances/spend-limits.ts';
import { channelsTakenSql } from '../../money/ledger/call-places.ts';
import {
  callChargeValues,
  type CallChargeParameters,
  chargedSql,
  creditTakenSql,
} from '../../money/ledger/charge-call.ts';
import { requireNoDebt } from '../../money/ledger/debts.ts';
import { balanceEvent } from '../../money/ledger/events.ts';
import { lockedAccount, type LockedUser } from '../../money/ledger/lock-user.ts';
import { planHold, requireNotSuspended } from '../../money/ledger/set-aside.ts';
import {
  callTermsSql,
  callTermsValues,
  type CallTermsParameters,
  type CallTermsRow,
} from '../../money/pricing/read-call-terms.ts';
import { placeablePrice, type PlaceablePrice } from '../../money/pricing/read-price.ts';
import { eventsInsert, newEvent, postgresCode } from '../../platform/events/transact.ts';
import { asRefusal, Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { ZERO } from '../../platform/kit/money.ts';
import type { Deps } from '../deps.ts';
import { heldValues } from '../voice/add-call.ts';
import { callStatusEvent } from '../voice/events.ts';
import { type CallRow, presentCall } from '../voice/read-call.ts';
import { STAMP } from '../trunks/authenticate-sip.ts';
import { firstMinutes } from '../voice/trunk/hold-minutes.ts';
import { type DialogParameters, dialogInsert, dialogSql } from '../voice/trunk/keep-dialog.ts';
import { begunSql, orderedOf, ownedSql, secondBefore, type TrunkOrder } from '../voice/trunk/open-call.ts';
import { callerIdOf, callerNumbersSql, type Numbers } from './choose-caller-id.ts';
import { provenSince } from '../senders/lasting.ts';

type Question = CallTermsParameters & { now: Date; provenSince: Date };

/** Beside these it has the columns of `lockedAccount`, and those of `countedTrunk` where the account has a package. */
interface Standing extends CallTermsRow, Numbers {
  [name: string]: unknown;
  /** All numbers that it may show, as the statement that admits compares them. */
  shown: string;
  /** Its active packages. */
  packages: number | null;
  /** Calls are sold by a price list. */
  listed: boolean;
  /** What PostgreSQL showed: no change of prices since is in it. */
  seen: string;
}

/** All by which a call is decided but what other calls change, as it is at one moment. */
const readStanding = prepared<Question, Standing>(
  (p) => template`
    select a.*, k.*, t.*, n.*, n::text as shown, pg_current_snapshot()::text as seen,
      exists (select from rate_uses where service = 'voice') as listed
    from (select ${lockedAccount.list} from users where id = ${p.userId}::uuid) a
    cross join lateral (${callTermsSql(p)}) t
    cross join lateral (${callerNumbersSql(p)}) n
    left join lateral (
      select ${countedTrunk.list}, count(*) over ()::integer as packages from voice_packages
      where user_id = ${p.userId}::uuid and is_active and expires_at > ${p.now}::timestamptz
      order by expires_at, id limit 1) k on true`,
);

type Asked = Pick<TrunkOrder, 'userId' | 'destination' | 'carriers'> & { trunk: { trunkId: string } };

/** The same as the program takes it. */
interface Known {
  row: Standing;
  user: LockedUser;
  packages: ReturnType<typeof countedTrunk.read>[];
  price: PlaceablePrice;
}

/** What was read in the last seconds, by the digits on which prices depend. */
interface Kept {
  longest: number;
  rows: Map<string, Known & Lasting>;
}

/** How long something that was read counts. */
export interface Lasting {
  until: number;
  /** It is read anew, for the calls behind this time. */
  isRenewed?: boolean;
}

const kept = new WeakMap<Deps['db'], Kept>();
/** Prices that begin at a time that was announced are so late at most; any other change is seen at once. */
export const KEPT_MS = 5000;
export const MOST_KEPT = 10_000;
/** What is used in its last part is read anew beside the call, so that none of a busy trunk waits for that. */
const RENEWED_MS = 1000;

/** Where that is refused, or fails, the next call reads for itself when `kept` is over. */
export function keepFresh({ clock }: Deps, kept: Lasting, readAnew: () => Promise<unknown>): void {
  if (kept.isRenewed || kept.until > clock.now().getTime() + RENEWED_MS) return;
  kept.isRenewed = true;
  readAnew().catch(() => {});
}

/** Reads all by which a call is decided, and keeps it. Undefined where it is not sold. */
export async function readFor({ db, planned, clock, config }: Deps, asked: Asked): Promise<Known | undefined> {
  const { userId, destination, carriers } = asked;
  const now = clock.now();
  const question = { userId, destination, now, flatRate: config.voiceRateGbp, carriers };
  const [row] = await readStanding(planned, {
    ...callTermsValues(question),
    ...{ now, provenSince: provenSince(config, now) },
  });
  const there = row && { there: row, ofLeg: null, stays: false };
  const price =
    there && (await Promise.try(placeablePrice, there, { destination, forwardTo: null }).catch(asRefusal()));
  if (!price || price instanceof Problem) return undefined;
  const packages = row.packages === null ? [] : [countedTrunk.read(row)];
  const known = { row, user: lockedAccount.read(row), packages, price };
  const { longest, rows } = kept.get(db) ?? { longest: 0, rows: new Map() };
  if (row.longest > longest || rows.size >= MOST_KEPT) rows.clear();
  const store = { longest: Math.max(longest, row.longest), rows };
  kept.set(db, store);
  rows.set(keyOf(asked, store), { ...known, until: now.getTime() + KEPT_MS });
  return known;
}

const keyOf = ({ userId, trunk: { trunkId }, destination, carriers }: Asked, { longest }: Kept): string =>
  [userId, trunkId, destination.slice(0, longest + 1), ...carriers].join(' ');

/** What is kept of this account and numbers like this one. */
function keptFor({ db, clock }: Deps, asked: Asked): (Known & Lasting) | undefined {
  const store = kept.get(db);
  const found = store?.rows.get(keyOf(asked, store));
  return found && found.until > clock.now().getTime() ? found : undefined;
}

type Texts = Record<'since' | 'shown' | 'seen' | 'number' | 'call' | 'rows', string>;
type Counts = Record<'left' | 'most' | 'channels' | 'callsASecond', number>;
type Stored = CallChargeParameters &
  ClaimParameters &
  DialogParameters &
  Texts &
  Counts & { stamp: string | null; provenSince: Date };

/** The account, where all that was decided by still holds, and a price was changed by nobody since. */
const standingSql = (p: Placeholders<Stored>) => template`
    select u.xmin as version from users u join voice_packages v on v.id = ${p.trunkId}::uuid and v.user_id = u.id
    left join sip_credentials c on c.package_id = v.id
    where u.id = ${p.userId}::uuid and u.status = 'active' and u.owed = 0
      and (${p.stamp}::text is null or ${STAMP} = ${p.stamp}::text)
      and v.is_active and v.expires_at > ${p.now}::timestamptz
      and v.call_minutes_included - case when v.minutes_month = ${p.month}::timestamptz then v.minutes_taken else 0 end
        between ${p.left}::integer and ${p.most}::integer
      and not exists (select from voice_packages o where o.user_id = u.id and o.id <> v.id and o.is_active
        and o.expires_at > ${p.now}::timestamptz)
      and ${limitsAllowSql({
        ...{ now: template`${p.now}::timestamptz`, price: template`${p.counted}::numeric`, byCode: null },
        ...{ codes: template`${p.code}::text`, numbers: { number: template`${p.number}::text` } },
      })}
      and (select n::text from (${callerNumbersSql(p)}) n) = ${p.shown}::text
      and not exists (select from price_changes where xid >= pg_snapshot_xmin(${p.seen}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${p.seen}::pg_snapshot))
      and not exists (${ownedSql(p)}) and not exists (${dialogSql(p)})
      and (${begunSql(p)}) < ${p.callsASecond}::integer and (${channelsTakenSql(p)}) < ${p.channels}::integer`;

/** It stands for the balance until the statement knows it. */
const LEFT = 'credits after it';

/**
 * Charges and stores a call, where the account has not changed since the statement began: whatever takes credit, minutes
 * or a channel changes its row, so of many calls at once none overlooks another.
 * @param pays what it takes beside that
 */
const storeBy = (pays: (p: Placeholders<Stored>) => SQL) =>
  prepared<Stored, { id: string | null; stands: boolean }>(
    (p) => template`
    with account as materialized (${standingSql(p)}),
    ${chargedSql(p, template`u.xmin = (select version from account)`)}, ${pays(p)},
    call as (${insertFrom(voiceCalls, template`${p.call}`, template`charged`)}),
    dialog as (${dialogInsert(p, template`charged`)}),
    announced as (${eventsInsert(
      {
        now: p.now,
        rows: template`replace(${p.rows}::text, '${template.raw(LEFT)}', coalesce((select credits::text from charged), ''))`,
      },
      template` cross join charged`,
    )})
    select (select id from charged) as id, exists (select from account) as stands`,
  );

const storePaid = storeBy(creditTakenSql);
const storeWithMinutes = storeBy((p) => claimSql(p, template`charged`));

/** More minutes than any package has. */
const MANY = 2 ** 31 - 1;

/** @param stamp of the trunk that was let in; null: it was read a moment ago */
type AtOnce = TrunkOrder & { callerId: string; stamp: string | null };

/**
 * Admits a trunk's call as `openTrunkCall` does, by the same rules and without a transaction of several statements: by what
 * is kept it is decided, and one statement holds that against what there is now, and stores the call. That is enough for
 * nearly every call, and as fast as a call has to be.
 * @returns null where the call is refused, stays inside, is there already or gets less than a call begins with, or the
 *   account has several packages: then nothing has happened, and `openTrunkCall` decides
 * @param mayRead where nothing is kept
 */
export async function openAtOnce(deps: Deps, order: AtOnce, mayRead = true): Promise<CallRow | null> {
  const before = keptFor(deps, order);
  const known = before ?? (mayRead ? await readFor(deps, order) : undefined);
  const call = known ? await admit(deps, order, known) : null;
  const store = kept.get(deps.db);
  if (!call) store?.rows.delete(keyOf(order, store));
  else if (before) keepFresh(deps, before, () => readFor(deps, order));
  return call;
}

async function admit(deps: Deps, order: AtOnce, known: Known, again = true): Promise<CallRow | null> {
  const { userId, trunk, callerId: given, destination, carriers, dialog, stamp } = order;
  const { trunkId, channels, callsASecond } = trunk;
  const { clock, config } = deps;
  const { row, packages } = known;
  const tx = { clock, now: clock.now() };
  if ((row.packages ?? 0) > 1 || carriers.length === 0) return null;
  const planned = await plan(deps, known, { userId, destination, tx }).catch(asRefusal());
  if (!planned || planned instanceof Problem) return null;
  const { minutes, fromTrunks, counted } = planned;
  // How much credit, minutes and limits there are may have changed: the statement asks whether they are enough for this.
  const ofMinutes = fromTrunks === minutes && planned.transactionId === null;
  if (minutes < firstMinutes(config) || (fromTrunks > 0 && !ofMinutes) || counted === ZERO) return null;
  const id = newId(clock);
  const call = rowOf(voiceCalls, {
    ...orderedOf(tx, { trunk, callerId: callerIdOf(row, given), dialog, isInside: false }),
    ...{ ...heldValues(planned), id, userId, destination, calledAt: tx.now },
  });
  const { callDetails: _details, ...shown } = presentCall(call, { recordings: [], legs: [] });
  const left = { userId, credits: LEFT, reason: 'voice_charge' };
  const events = [
    ...(planned.transactionId === null ? [] : [newEvent(balanceEvent, userId, left, tx.now)]),
    newEvent(callStatusEvent, userId, shown, tx.now),
  ];
  // Where it pays with minutes, its trunk is the only package that there is.
  const [pays = { id: trunkId, purchasedAt: tx.now }] = packages;
  const [stored] = await (ofMinutes ? storeWithMinutes : storePaid)(deps.planned, {
    ...dialog,
    ...callChargeValues(tx, planned.charge),
    ...claimOf(pays, id, fromTrunks, tx),
    ...{ trunkId, placedBy: null, stamp, shown: row.shown, seen: row.seen, number: destination },
    ...{ since: secondBefore(tx.now), provenSince: provenSince(config, tx.now), channels, callsASecond },
    ...{ left: fromTrunks || -MANY, most: fromTrunks === 0 && known.price.trunksPay ? 0 : MANY },
    ...{ call: rowText(voiceCalls, call), rows: JSON.stringify(events) },
  }).catch((error: unknown) => {
    // Another row has these names.
    if (postgresCode(error) === '23505') return [];
    throw error;
  });
  // As a rule the end of another call has changed the account meanwhile.
  if (stored?.stands && stored.id === null && again) return admit(deps, order, known, false);
  if (!stored || stored.id === null) return null;
  deps.bus.wake();
  return call;
}

/** The sum that the call would set aside, by the rules of `setAside`; null: its destination is closed. @throws its errors */
async function plan(
  { db, config }: Deps,
  { row, user, packages, price }: Known,
  { userId, destination, tx }: { userId: string; destination: string; tx: Pick<Deps, 'clock'> & { now: Date } },
) {
  requireNoDebt(requireNotSuspended(user));
  const countries = closedToCallsBy(row.listed, config.allowances.closedCountries);
  if ((await findClosed(db, { userId, numbers: [destination], countries })).length > 0) return null;
  const cover = { user, packages, allowance: allowanceOf(user, [destination], tx.now), price };
  return planHold(tx, { userId, destination }, { wanted: firstMinutes(config), cover });
}
