import { and, gt, inArray, sql as template } from 'drizzle-orm';
import { COMPARED } from '../../../db/enums.ts';
import { comparisons } from '../../../db/schema/index.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Deps } from '../../services/deps.ts';
import type { Comparison, Comparisons } from './contract.ts';
import { type ComparisonRow, isOpen } from './keep-reading.ts';
import { findLooseCalls, findMissingPayments } from './unexplained.ts';

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
