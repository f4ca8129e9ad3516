import { and, eq, inArray, isNull, sql as template } from 'drizzle-orm';
import { comparisons } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';
import { newId } from '../../platform/kit/ids.ts';

export type ComparisonRow = typeof comparisons.$inferSelect;

/** Earlier readings: the one that the next comparison starts from, and a difference since then that nobody has accepted. */
export interface Known {
  base: ComparisonRow | undefined;
  open: ComparisonRow | undefined;
}

/** Rows that differ and that no administrator has accepted. */
export const isOpen = template`${comparisons.differsSince} is not null and ${comparisons.acceptedAt} is null`;

export const keyOf = ({ subject, unit }: Pick<ComparisonRow, 'subject' | 'unit'>): string => `${unit} ${subject}`;

/** The newest settled row of each subject, and its open one. */
export async function readKnown(
  { db }: Pick<Deps, 'db'>,
  kind: ComparisonRow['kind'],
  subjects: readonly string[],
): Promise<(of: Pick<ComparisonRow, 'subject' | 'unit'>) => Known> {
  const { subject, unit, readAt } = comparisons;
  const rows = await db
    .selectDistinctOn([subject, unit, template`${isOpen}`])
    .from(comparisons)
    .where(and(eq(comparisons.kind, kind), inArray(subject, [...new Set(subjects)])))
    .orderBy(subject, unit, template`${isOpen}`, template`${readAt} desc`);
  const bySubject = Map.groupBy(rows, keyOf);
  return (of) => {
    const found = bySubject.get(keyOf(of)) ?? [];
    const isSettled = (row: ComparisonRow) => row.differsSince === null || row.acceptedAt !== null;
    return { base: found.find(isSettled), open: found.find((row) => !isSettled(row)) };
  };
}

/** It is read again after a day; what differs is read again each time, because a chain may only have been ahead. */
export const isDue = ({ base, open }: Known, now: Date): boolean =>
  open !== undefined || base === undefined || now.getTime() - base.readAt.getTime() >= DAY_MS;

type Reading = Omit<ComparisonRow, 'id' | 'readAt' | 'differsSince' | 'acceptedAt' | 'acceptedBy' | 'reason'>;

/** Stores what was read: over the open row, which an administrator may have accepted meanwhile, or as a row of its own. */
export async function keepReading({ db, clock }: Pick<Deps, 'db' | 'clock'>, { open }: Known, read: Reading) {
  const readAt = clock.now();
  const agrees = Number(read.difference) === 0;
  const row = { ...read, readAt, differsSince: agrees ? null : (open?.differsSince ?? readAt) };
  if (open)
    await db
      .update(comparisons)
      .set(row)
      .where(and(eq(comparisons.id, open.id), isNull(comparisons.acceptedAt)));
  else
    await db
      .insert(comparisons)
      .values({ ...row, id: newId(clock) })
      .onConflictDoNothing();
}
