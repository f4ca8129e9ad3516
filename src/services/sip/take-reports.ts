import { type SQL, sql as template } from 'drizzle-orm';
import { z } from 'zod';
import { idList, idsOf, MOST_IDS, type Placeholders, prepared } from '../../../db/prepared.ts';
import { sipReports } from '../../../db/schema/index.ts';
import { columnsOf } from '../../../db/table-rows.ts';
import { countFor } from '../../carriers/counts.ts';
import type { CallEnd, CallNews } from '../../carriers/voice-port.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { uuid } from '../../platform/kit/schemas.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import { eachAlone } from '../../platform/kit/each-alone.ts';
import type { Deps } from '../deps.ts';
import { lockUsers } from '../../money/ledger/lock-user.ts';
import { type CallRow, lockCall, readLegs } from '../voice/read-call.ts';
import { applyEchoReports } from './echo/apply-echo-reports.ts';
import { type HeldCall, heldByEdge, lockTrunkCalls } from '../voice/trunk/held-by-edge.ts';
import { soundQuality } from '../voice/contract.ts';
import { keepQuality, noteRefusal } from '../voice/trunk/keep-quality.ts';
import { applyTrunkNews } from '../voice/trunk/apply-trunk-news.ts';

/** How often reports are read: so soon after its end the result of a call is on screen. */
export const TAKE_REPORTS_MS = 250;
const TAKEN_AT_ONCE = 200;

type Report = typeof sipReports.$inferSelect;

/**
 * Takes the edges' reports about calls. A report is removed in the transaction that applies it: each is applied once,
 * even if processes die or several look at the same time.
 */
export async function takeReports(deps: Deps): Promise<void> {
  for (;;) {
    const waiting = await waitingCalls(deps.sql, { limit: TAKEN_AT_ONCE });
    let taken = 0;
    for (const group of groupsOf(waiting)) taken += await takeGroup(deps, group);
    if (taken < TAKEN_AT_ONCE) return;
  }
}

/** A call of which something is reported. */
interface Waiting {
  callId: string;
  /** Whose it is, where nothing but this account and the call itself changes with it. */
  account: string | null;
}

const waitingCalls = prepared<{ limit: number }, Waiting>(
  (p) => template`
    select r.call_id as "callId", (
      select user_id from voice_calls where origin = 'trunk' and
        id = case when r.call_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then r.call_id::uuid end
    ) as account
    from (select distinct call_id from sip.reports limit ${p.limit}::integer) r
    order by r.call_id`,
);

/**
 * Calls of different trunks' accounts are settled together, with one commit; any other by itself. An INVITE of these
 * accounts waits for it: only when calls pile up, one commit for many goes first.
 */
export function groupsOf(waiting: readonly Waiting[]): Waiting[][] {
  const groups: Waiting[][] = [];
  const most = waiting.length < TAKEN_AT_ONCE / 2 ? 2 : MOST_IDS;
  for (const each of waiting) {
    const isFree = (group: readonly Waiting[]) =>
      group.length < most && group.every(({ account }) => account !== null && account !== each.account);
    const group = each.account === null ? undefined : groups.find(isFree);
    if (group) group.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** @returns of how many calls the reports were taken */
async function takeGroup(deps: Deps, group: readonly Waiting[]): Promise<number> {
  const take = (items: readonly Waiting[]) => transact(deps, (tx) => takeOf(tx, deps, items));
  const what = 'the reports about a call could not be taken';
  if (group.length > 1) {
    try {
      await take(group);
      return group.length;
    } catch (error) {
      deps.log.warn({ error }, 'the reports about several calls are taken one by one');
    }
  }
  return eachAlone({ log: deps.log, what, items: group, idOf: ({ callId }) => callId }, (one) => take([one]));
}

/** Several calls lock their rows first, and then their accounts in one order: nobody waits for whom waits for them. */
async function takeOf(tx: Transaction, deps: Deps, waiting: readonly Waiting[]): Promise<void> {
  const ids = waiting.map(({ callId }) => callId);
  const found = waiting.some(({ account }) => account === null)
    ? await allAtOnce(ids.map((id) => readReported(tx, id)))
    : await readTogether(tx, ids);
  await allAtOnce(found.map((each) => applyReports(tx, deps, each)));
}

/** What is reported of a call, and how it stands: locked. */
interface Reported {
  callId: string;
  call: CallRow | undefined;
  held: HeldCall | undefined;
  reports: Report[];
}

async function readReported(tx: Transaction, callId: string): Promise<Reported> {
  const call = z.safeParse(uuid, callId).success ? await lockCall(tx.db, callId) : undefined;
  const legs = call?.origin === 'incoming' ? await readLegs(tx.db, [call.id]) : [];
  const [raw, held] = await allAtOnce([
    takeSome(tx.sql, { ids: [callId, ...legs.map(({ id }) => id)].join(',') }),
    call && heldByEdge(tx.db, call),
  ]);
  return { callId, call, held, reports: raw.map(reportRow.read) };
}

/** The same of trunks' calls, which have no legs. */
async function readTogether(tx: Transaction, callIds: readonly string[]): Promise<Reported[]> {
  const given = idsOf(callIds);
  const [calls, raw] = await allAtOnce([lockTrunkCalls(tx.sql, given), takeFew(tx.sql, given)]);
  const reports = raw.map(reportRow.read);
  const ended = new Set(reports.flatMap(({ kind, callId }) => (kind === 'ended' || kind === 'failed' ? [callId] : [])));
  const accounts = calls.flatMap(({ call }) => (ended.has(call.id) ? [call.userId] : []));
  if (accounts.length > 1) tx.send(lockUsers(tx.sql, idsOf(accounts)));
  return calls.map((each) => ({
    ...{ ...each, callId: each.call.id },
    reports: reports.filter(({ callId }) => callId === each.call.id),
  }));
}

/**
 * All reports about one call, in the order in which its edge wrote them. Those of its legs come first: a call to a
 * number that ends before its leg was answered would be a missed one.
 */
async function applyReports(tx: Transaction, deps: Deps, { callId, call, held, reports }: Reported): Promise<void> {
  const refused = reports.findLast(({ kind }) => kind === 'failed');
  if (call && !held && (await noteRefusal(tx, call, refused?.status ?? null))) return;
  if (!call && (await applyEchoReports(tx, callId, reports))) return;
  if (!call || !held) {
    deps.log.error({ reports }, 'an edge reported of a call that it does not have');
    return;
  }
  const isOfCall = (report: Report) => Number(report.callId === callId);
  const inOrder = (a: Report, b: Report) =>
    isOfCall(a) - isOfCall(b) || STAGES.indexOf(a.kind) - STAGES.indexOf(b.kind) || a.id - b.id;
  // Its state is the one that was read, until something changes it.
  let known: Standing | null = { call, held };
  for (const report of stepsOf(call, reports).toSorted(inOrder)) {
    const { callId: about, carrier, kind, status } = report;
    if (kind === 'ended' && status !== null && isOfCall(report)) await noteUnanswered(tx, deps, report);
    const heard = heardQuality.safeParse(report.quality).data;
    if (heard) {
      await keepQuality(tx, about, heard);
      known = null;
    }
    const sipStatus = kind === 'failed' ? status : null;
    if (kind === 'sound') continue;
    const standing: Standing | null = about === callId && known ? known : await standingOf(tx, about);
    known = null;
    const answeredAt = earlier(standing?.call.answeredAt ?? null, kind === 'ended' ? report.answeredAt : null);
    const news = newsOf({ ...report, kind, answeredAt });
    const rangAt =
      standing?.call.rangAt ?? reports.find((each) => each.kind === 'ringing' && each.callId === about)?.at ?? null;
    if (!standing) continue;
    const now = { ...standing, call: { ...standing.call, answeredAt, rangAt } };
    const followUp = await applyTrunkNews(tx, now, { news, carrier, sipStatus });
    if (followUp === 'look') tx.afterCommit(() => deps.signals.callsDue.fire());
  }
}

const reportRow = columnsOf(sipReports);
const takeBy = <Given extends { [name: string]: string | null }>(of: (p: Placeholders<Given>) => SQL) =>
  prepared<Given, Record<string, unknown>>(
    (p) => template`delete from sip.reports where call_id ${of(p)} returning ${reportRow.list}`,
  );
const takeSome = takeBy<{ ids: string }>((p) => template`= any (string_to_array(${p.ids}::text, ','))`);
const takeFew = takeBy(() => template`in (${idList('text')})`);

interface Standing {
  call: CallRow;
  held: HeldCall;
}

/** A call that an edge has, locked. */
async function standingOf(tx: Transaction, callId: string): Promise<Standing | null> {
  const call = await lockCall(tx.db, callId);
  const held = call && (await heldByEdge(tx.db, call));
  return held ? { call, held } : null;
}

/** If a call rang, was answered and ended since the last look, only its end is told: that says when it was answered. */
function stepsOf({ origin, parentId }: CallRow, reports: readonly Report[]): readonly Report[] {
  const isOut = origin !== 'incoming' && parentId === null;
  const has = (wanted: Report['kind']) => reports.some(({ kind }) => kind === wanted);
  const hasEnd = reports.some(({ kind, answeredAt }) => kind === 'ended' && answeredAt !== null);
  if (!isOut) return reports;
  return reports.filter(
    ({ kind }) => !(kind === 'ringing' && (hasEnd || has('answered'))) && !(kind === 'answered' && hasEnd),
  );
}

/** The values as rtpengine counts them: a round trip in microseconds. */
const heardQuality = soundQuality
  .omit({ roundTrip: true })
  .extend({ roundTripUs: z.number() })
  .transform(({ roundTripUs, ...heard }) => ({ ...heard, roundTrip: Math.round(roundTripUs / 1000) }));

/** An edge writes at once how a call ended, and a moment later that it rang and was answered. */
const STAGES: readonly Report['kind'][] = ['sound', 'ringing', 'answered', 'ended', 'failed'];

/** The edge gave up on a carrier's end of a call: there it may go on, and cost us. */
async function noteUnanswered(tx: Transaction, { log }: Deps, { callId, carrier }: Report): Promise<void> {
  if (carrier === null) return;
  log.warn({ callId, carrier }, 'a carrier did not take the BYE of a call, which may go on there');
  await countFor(tx, { carrier, what: 'byes_unanswered', by: 1 });
}

/** An edge that was started again between a call's answer and its end says a second of the answer that is no earlier. */
const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other && other > one ? one : (other ?? one);

function newsOf({ kind, at, answeredAt, status }: Report & { kind: Exclude<Report['kind'], 'sound'> }): CallNews {
  switch (kind) {
    case 'ringing':
      return { kind: 'ringing', at };
    case 'answered':
      return { kind: 'answered', at };
    case 'ended':
      return { kind: 'ended', end: 'completed', duration: seconds(answeredAt, at), at, customerWords: null };
    case 'failed':
      return { kind: 'ended', end: endBy(status), duration: 0, at, customerWords: null };
  }
}

/** From the answer to the end, a started second counts as a whole one; null if the edge lost the time of the answer. */
const seconds = (from: Date | null, to: Date): number | null =>
  from && Math.max(0, Math.ceil((to.getTime() - from.getTime()) / 1000));

/** The result of a call that was refused with this status (RFC 3261, section 21). */
function endBy(status: number | null): CallEnd {
  if (status === 486 || status === 600 || status === 603) return 'busy';
  if (status === 408 || status === 480) return 'no-answer';
  return status === 487 ? 'cancelled' : 'failed';
}
