import { sql as template, type SQL } from 'drizzle-orm';
import { prepared } from '../../db/prepared.ts';
import type { Deps } from './deps.ts';
import type { Transaction } from '../platform/events/transact.ts';
import type { Refusal } from './port.ts';

const SLICE_MS = 10_000;
const WINDOW_MS = 30_000;
/** With fewer sends nothing can be concluded. */
const FEWEST_SENDS = 20;
const HIGHEST_FAILURE_RATE = 0.3;
const MOST_FAILURES_IN_A_ROW = 15;
/**
 * With so many different numbers in a row that it does not answer for, a carrier is failing, whoever sends: what was sent
 * may have left, so only a few may fail like this.
 */
const UNANSWERED = 5;
/** A carrier that is failing so gets one message or call in this time, until it answers again. */
const TRY_EVERY_MS = 10_000;

/** The account whose send failed at a carrier. */
export interface Failure {
  /** The customer's id. */
  account: string;
  /** E.164. */
  destination: string;
  /**
   * True if the carrier gave no answer, broke off, or was not reached. A customer can cause refusals, but not
   * this for many different numbers.
   */
  unanswered: boolean;
}

/** Judges the carrier's health by its answer: null if it is well, or about the request only. */
export const failureOf = (
  result: { kind: string; blame?: Refusal['blame']; retry?: Refusal['retry'] },
  at: Pick<Failure, 'account' | 'destination'>,
): Failure | null => {
  if (result.kind === 'uncertain') return { ...at, unanswered: true };
  return result.blame === 'carrier' ? { ...at, unanswered: result.retry === 'later' } : null;
};

/** The result of one send, or of placing a call; `failure` if it shows that the carrier is not healthy. */
export interface Sent {
  carrier: string;
  failure: Failure | null;
  /**
   * It is tried again, here or at another carrier: it says something about this carrier now, and the message
   * itself counts later.
   */
  retried?: boolean;
}

/**
 * After a recovery a carrier begins with this many sends at the same time. Each failure halves the number,
 * but not below this, and each success adds one.
 */
const FEW_AT_FIRST = 3;
/** The value that is halved first. */
const AS_A_RULE = 50;
/** More than any carrier accepts at the same time. */
const MANY = 1000;

/** Counts sends into their slice of time, in the transaction that stores their answers. */
export async function countTraffic(tx: Transaction, sends: readonly Sent[]): Promise<void> {
  const at = new Date(Math.floor(tx.now.getTime() / SLICE_MS) * SLICE_MS).toISOString();
  // Rows are locked in one order everywhere, so that two transactions never wait for each other.
  const byCarrier = [...Map.groupBy(sends, ({ carrier }) => carrier)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [carrier, ofCarrier] of byCarrier) {
    const failures = ofCarrier.flatMap(({ failure }) => failure ?? []);
    const retried = ofCarrier.filter((sent) => sent.retried);
    const failuresRetried = retried.filter(({ failure }) => failure !== null);
    await tx.db.execute(template`
      insert into provider_traffic as t (name, at, sends, failures, retried, failures_retried)
      values (${carrier}, ${at}::timestamptz, ${ofCarrier.length}::integer, ${failures.length}::integer,
        ${retried.length}::integer, ${failuresRetried.length}::integer)
      on conflict (name, at) do update
      set sends = t.sends + excluded.sends, failures = t.failures + excluded.failures,
        retried = t.retried + excluded.retried, failures_retried = t.failures_retried + excluded.failures_retried`);
    if (failures.length > 0) await countFailures(tx, { carrier, at }, failures);
    await countInARow(tx, carrier, ofCarrier);
  }
}

async function countFailures(
  tx: Transaction,
  { carrier, at }: { carrier: string; at: string },
  failures: readonly Failure[],
): Promise<void> {
  await tx.db.execute(template`
    insert into provider_failures as f (name, at, account, lowest, highest)
    select ${carrier}, ${at}::timestamptz, x.account, min(x.destination), max(x.destination)
    from json_to_recordset(${JSON.stringify(failures)}::text::json) as x (account uuid, destination text)
    group by x.account order by x.account
    on conflict (name, at, account) do update
    set lowest = least(f.lowest, excluded.lowest), highest = greatest(f.highest, excluded.highest)`);
}

async function countInARow(tx: Transaction, carrier: string, sends: readonly Sent[]): Promise<void> {
  const lastGood = sends.findLastIndex(({ failure }) => failure === null);
  const row = sends.length - 1 - lastGood;
  const good = sends.filter(({ failure }) => failure === null).length;
  if (row > 0) {
    await tx.db.execute(template`
      insert into provider_gates (name, allowance, refilled_at) values (${carrier}, 0, clock_timestamp())
      on conflict do nothing`);
  }
  const before = lastGood < 0 ? template`failures_in_a_row` : template`0`;
  await tx.db.execute(template`
    update provider_gates set failures_in_a_row = ${before} + ${row}::integer,
      failed_at = case when ${row}::integer > 0 then ${tx.now.toISOString()}::timestamptz end,
      unanswered = ${unansweredSql(sends.slice(lastGood + 1), lastGood < 0)},
      cap = case when ${row}::integer > 0 then greatest(${FEW_AT_FIRST}::integer, coalesce(cap, ${AS_A_RULE}::integer) / 2)
        when cap + ${good}::integer < ${MANY}::integer then cap + ${good}::integer end
    where name = ${carrier} and (failures_in_a_row > 0 or ${row}::integer > 0 or cap is not null)`);
}

/** The numbers that go on without an answer, at most so many as are enough to say that the carrier is failing. */
function unansweredSql(sends: readonly Sent[], goesOn: boolean): SQL {
  const numbers = sends.flatMap(({ failure }) => (failure?.unanswered ? [failure.destination] : []));
  const before = goesOn ? template`unanswered || ` : template``;
  return template`array(select distinct number
    from unnest(${before}string_to_array(${numbers.length > 0 ? numbers.join(',') : null}::text, ',')) number
    limit ${UNANSWERED}::integer)`;
}

/** Tells whether a carrier, a row of `provider_gates`, answers nobody. */
const answersNobodySql = (gate: SQL): SQL =>
  template`cardinality(${gate}.unanswered) >= ${template.raw(String(UNANSWERED))}`;

/** How many may be handed now to a carrier that answers nobody: one, if nothing was for some time; null: it answers. */
export const tryRoomSql = (gate: SQL, now: SQL): SQL => template`case when ${answersNobodySql(gate)}
  then case when ${gate}.handed_at > ${now} - interval '${template.raw(String(TRY_EVERY_MS))} milliseconds' then 0
    else 1 end end`;

const takeTry = prepared<{ carrier: string; now: Date }, { may: boolean }>((p) => {
  const room = tryRoomSql(template`g`, template`${p.now}::timestamptz`);
  return template`
    with tried as (
      update provider_gates g set handed_at = ${p.now}::timestamptz
      where g.name = ${p.carrier} and ${room} = 1 returning g.name
    )
    select exists (select from tried) or not exists (
      select from provider_gates g where g.name = ${p.carrier} and ${answersNobodySql(template`g`)}) as may`;
});

/** Tells whether a call may be handed to a carrier now: to one that answers nobody, only as its next try. */
export async function mayHandCall(deps: Pick<Deps, 'sql' | 'clock'>, carrier: string): Promise<boolean> {
  const [row] = await takeTry(deps.sql, { carrier, now: deps.clock.now() });
  return row?.may ?? true;
}

/** A carrier that becomes active again begins with few messages at a time. */
export async function beginWithFew(tx: Transaction, carrier: string): Promise<void> {
  await tx.db.execute(template`
    insert into provider_gates (name, allowance, refilled_at, cap)
    values (${carrier}, 1, clock_timestamp(), ${FEW_AT_FIRST}::integer)
    on conflict (name) do update set cap = excluded.cap, rate = null, paused_until = null`);
}

/** The lowest rate of a busy carrier, per second. */
const LOWEST_RATE = 0.5;

/**
 * Slows sending to a carrier that said it is busy: half the rate, and nothing for as long as it asked. The
 * rate grows again with time. Many such answers at about the same time count as one.
 * @param perSecond its rate when it is not busy
 */
export async function slowDown(
  tx: Transaction,
  carrier: string,
  { perSecond, retryAfterMs }: { perSecond: number; retryAfterMs: number },
): Promise<void> {
  await tx.db.execute(template`
    update provider_gates set slowed_at = clock_timestamp(), allowance = 0,
      busy_since = coalesce(case when ${saidLatelySql(template`provider_gates`)} then busy_since end, clock_timestamp()),
      rate = greatest(${LOWEST_RATE}::float8, coalesce(rate, ${perSecond}::float8) / 2)
    where name = ${carrier} and (slowed_at is null or slowed_at < clock_timestamp() - interval '1 second')`);
  if (retryAfterMs === 0) return;
  await tx.db.execute(template`
    update provider_gates set paused_until =
      greatest(paused_until, clock_timestamp() + ${retryAfterMs}::float8 * interval '1 millisecond')
    where name = ${carrier}`);
}

/** A carrier that has said for so long to everything that it is too busy keeps no single message any more. */
const URGENT_WAIT_SECONDS = 10;
/** For this long it is not asked by single messages again. */
const BUSY_FOR_SECONDS = 30;

/** Tells whether a carrier, a row of `provider_gates`, said lately that it is too busy, or asked for a pause that goes on. */
const saidLatelySql = (gate: SQL): SQL => template`coalesce(${gate}.paused_until > clock_timestamp()
  or ${gate}.slowed_at > clock_timestamp() - interval '${template.raw(String(BUSY_FOR_SECONDS))} seconds', false)`;

/**
 * The names of carriers that say to everything that they are too busy, as an array.
 * @param seconds for so long, at least
 */
export const busyCarriersSql = (seconds: SQL = template.raw(String(URGENT_WAIT_SECONDS))): SQL => template`array(
  select g.name from provider_gates g where ${saidLatelySql(template`g`)}
    and g.busy_since < clock_timestamp() - ${seconds} * interval '1 second')`;

/** Notes that carriers took a message, or refused one for another reason than being too busy. */
export async function noteNotBusy(tx: Transaction, carriers: readonly string[]): Promise<void> {
  if (carriers.length === 0) return;
  await tx.db.execute(template`
    update provider_gates set busy_since = null
    where name = any(string_to_array(${carriers.join(',')}::text, ',')) and busy_since is not null`);
}

/** The recent sends to a carrier. */
interface Traffic {
  sends: number;
  failures: number;
  /** How many of the newest failed in a row. */
  in_a_row: number;
  /** The customers, and the numbers, for which it failed. */
  accounts: number;
  several_numbers: boolean;
  /** It answers nobody. */
  unanswered: boolean;
}

const selectWindow = prepared<{ carrier: string; since: Date }, Traffic>(
  (p) => template`
    select coalesce(sum(sends), 0)::integer as sends, coalesce(sum(failures), 0)::integer as failures,
      coalesce((select failures_in_a_row from provider_gates
        where name = ${p.carrier} and failed_at > ${p.since}::timestamptz), 0) as in_a_row,
      exists (select from provider_gates g where g.name = ${p.carrier} and g.failed_at > ${p.since}::timestamptz
        and ${answersNobodySql(template`g`)}) as unanswered,
      (select count(distinct account)::integer from provider_failures
        where name = ${p.carrier} and at > ${p.since}::timestamptz) as accounts,
      coalesce((select min(lowest) < max(highest) from provider_failures
        where name = ${p.carrier} and at > ${p.since}::timestamptz), false) as several_numbers
    from provider_traffic where name = ${p.carrier} and at > ${p.since}::timestamptz`,
);

/**
 * The failures in a carrier's real traffic, in words; null if no more fails than usual.
 * @returns `proven`: several customers and numbers had it, or many numbers got no answer, so no customer is the cause
 */
export async function suspectTraffic(
  deps: Pick<Deps, 'sql' | 'clock'>,
  carrier: string,
): Promise<{ words: string; proven: boolean } | null> {
  const since = new Date(deps.clock.now().getTime() - WINDOW_MS);
  const [window] = await selectWindow(deps.sql, { carrier, since });
  if (!window) return null;
  const proven = window.unanswered || (window.accounts > 1 && window.several_numbers);
  if (window.unanswered || window.in_a_row >= MOST_FAILURES_IN_A_ROW) {
    return { words: `the last ${window.in_a_row} sends failed`, proven };
  }
  if (window.sends < FEWEST_SENDS) return null;
  if (window.failures / window.sends < HIGHEST_FAILURE_RATE) return null;
  return { words: `${window.failures} of ${window.sends} sends failed within half a minute`, proven };
}

/** The proof that a carrier is not healthy, in words; null if there is none. */
export async function failingTraffic(deps: Pick<Deps, 'sql' | 'clock'>, carrier: string): Promise<string | null> {
  const suspicion = await suspectTraffic(deps, carrier);
  return suspicion?.proven ? suspicion.words : null;
}
