import { and, gt, inArray, sql as template } from 'drizzle-orm';
import { COMPARED } from '../../../db/enums.ts';
import { comparisons } from '../../../db/schema/index.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../../services/deps.ts';
import { isLost } from '../../money/payments/reversals/find-reversals.ts';
import type { Comparison, Comparisons } from './contract.ts';
import { type ComparisonRow, isOpen } from './keep-reading.ts';

/** An address that is no longer watched is not shown for ever. */
const SHOWN_MS = 9 * DAY_MS;

/** The newest reading of everything that is compared, and what is explained by nothing. */
export async function getComparisons(deps: Pick<Deps, 'db' | 'clock'>): Promise<Comparisons> {
  const { db, clock } = deps;
  const { kind, subject, unit, readAt } = comparisons;
  const newest = await db
    .selectDistinctOn([kind, subject, unit])
    .from(comparisons)
    .where(and(inArray(kind, [...COMPARED]), gt(readAt, new Date(clock.now().getTime() - SHOWN_MS))))
    .orderBy(kind, subject, unit, template`${readAt} desc`);
  const isAlone = (row: ComparisonRow) => !row.isOwnAddress || stateOf(row) === 'differs';
  const rows = newest.filter(isAlone).map(present).toSorted(byState);
  const own = Map.groupBy(
    newest.filter((row) => !isAlone(row)),
    (row) => row.unit,
  );
  const [payments, calls] = [await findMissingPayments(deps), await findLooseCalls(deps)];
  return {
    sound: payments.length + calls.length === 0 && rows.every(({ state }) => state !== 'differs'),
    rows,
    ownAddresses: await Promise.all([...own].map(([ofUnit, found]) => sumOf(deps, ofUnit, found))),
    payments,
    calls,
  };
}

const stateOf = ({ differsSince, acceptedAt, readAt }: ComparisonRow): Comparison['state'] => {
  if (differsSince === null) return 'agrees';
  if (acceptedAt !== null) return 'accepted';
  return readAt > differsSince ? 'differs' : 'checking';
};

const present = (row: ComparisonRow): Comparison => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  unit: row.unit,
  readAt: row.readAt.toISOString(),
  block: row.block,
  said: row.said,
  parts: row.parts,
  difference: row.difference,
  state: stateOf(row),
  since: row.differsSince?.toISOString() ?? null,
  reason: row.reason,
});

const byState = (a: Comparison, b: Comparison): number =>
  Number(b.state === 'differs') - Number(a.state === 'differs') || a.unit.localeCompare(b.unit);

async function sumOf({ db }: Pick<Deps, 'db'>, unit: string, found: readonly ComparisonRow[]) {
  const [sum] = await db.execute<{ said: string }>(template`
    select sum(each::numeric)::text as said from unnest(${template.param(found.map(({ said }) => said))}::text[]) each`);
  return { unit, count: found.length, said: sum?.said ?? '0' };
}

/** Differences from the books, for the alarm. */
export const comparisonMetrics = (deps: Pick<Deps, 'db' | 'clock'>): MetricSource[] => [
  {
    name: 'comparison_differences',
    help: 'Wallets, carriers, payments and calls that the books do not explain',
    labels: ['what', 'subject'],
    read: async () => {
      const open = await deps.db
        .select()
        .from(comparisons)
        .where(and(isOpen, template`${comparisons.readAt} > ${comparisons.differsSince}`));
      const found = [
        ...open.map(({ kind, subject, unit }) => [kind, `${unit} ${subject}`]),
        // Lost payments have an alarm of their own.
        ...(await findMissingPayments(deps)).flatMap(({ transactionId, lost }) =>
          lost === null ? [['payment', transactionId]] : [],
        ),
        ...(await findLooseCalls(deps)).map(({ sipCallId }) => ['call', sipCallId]),
      ];
      return found.map(([what = '', subject = '']) => ({ labels: { what, subject }, value: 1 }));
    },
  },
];

/** A verified payment is looked up daily for so long. */
const LOOKED_AT_DAYS = 30;
const ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
/** Reports of a call's end may take so long. */
const LATE = template`interval '2 minutes'`;

/**
 * Verified payments that their chain no longer shows (`lost`), never showed, or shows smaller than they were credited; those
 * that an administrator verified in spite of that had their reason then. Amounts count to their sixth decimal place.
 */
const findMissingPayments = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db.execute<Comparisons['payments'][number]>(template`
    select t.id as "transactionId", u.email, t.amount::text as amount, e.lost
    from (
      select transaction_id as id from chain_evidence where lost is not null
      union select id from transactions where status = 'verified' and verified_despite is null
        and settled_at > ${clock.now().toISOString()}::timestamptz - make_interval(days => ${LOOKED_AT_DAYS}::int)
    ) candidate
    join transactions t using (id) join users u on u.id = t.user_id
    join chain_evidence e on e.transaction_id = t.id
    where ${isLost} or e.lost is null and e.transaction_hash = t.transaction_hash and e.checked_at is not null
      and (e.found_at is null or e.arrived::numeric < trunc(coalesce(t.received_crypto_amount,
        case when t.received_amount is null then t.crypto_amount end)::numeric, 6))
      and not exists (select from payment_reversals r
        where r.transaction_id = t.id and r.reversal_transaction_id is not null)
    order by t.id limit 100`);

/** Dialogs that Kamailio keeps and that no running call, call to the echo or other edge's half explains. */
export const findLooseCalls = ({ db }: Pick<Deps, 'db'>) =>
  db.execute<Comparisons['calls'][number]>(template`
    select d.callid as "sipCallId",
      to_char(to_timestamp(d.start_time) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from sip.dialog d
    where to_timestamp(d.start_time) < now() - ${LATE} and not exists (
      select from sip.dialog_vars v
      cross join lateral (select case when v.dialog_value ~ ${ID} then v.dialog_value::uuid end as call) named
      where v.hash_entry = d.hash_entry and v.hash_id = d.hash_id and (v.dialog_key = 'relays'
        or v.dialog_key = 'call' and (
          exists (select from voice_calls c
            where c.id = named.call and (c.ended_at is null or c.ended_at > now() - ${LATE}))
          or exists (select from trunk_echoes e
            where e.call_id = named.call and (e.ended_at is null or e.ended_at > now() - ${LATE})))))
    order by d.start_time limit 100`);
