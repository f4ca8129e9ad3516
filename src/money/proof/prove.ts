import { eq, sql as template } from 'drizzle-orm';
import type { Logger } from 'pino';
import { proofs } from '../../../db/schema/index.ts';
import { transact, type Transaction, type TransactionHost } from '../../platform/events/transact.ts';
import { inspectAgain, keepDifferences } from './differences.ts';
import { type ProofPart, proofPart, provePart } from './prove-part.ts';
import { beginTotals, nextTotals } from './prove-totals.ts';
import { inTransaction } from './queries.ts';
import { lastOf, sliceOf, CHECKED_TABLES, type CheckedTable } from './checked-tables.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/kit/durations.ts';

/** How often new entries, and a part of the whole, are proved. */
export const PROVE_MS = MINUTE_MS;

/** The rows that one part reads, and for how many milliseconds of each minute the whole is proved. */
export interface PartSizes {
  entries: number;
  accounts: number;
  rowsOf: (table: CheckedTable) => number;
  totals: number;
  wholeMs: number;
}
/** With 5 s in each minute, small parts cover a large database in a day. */
const SIZES: PartSizes = { entries: 20_000, accounts: 2_000, rowsOf: sliceOf, totals: 50_000, wholeMs: 5_000 };
/** The most parts for the entries of one minute; a larger burst continues in the next minute. */
const MOST_PARTS = 10;
const PARTS_A_DAY = 1_000;

interface Host extends TransactionHost {
  log: Logger;
}

/**
 * Proves the new entries since the last run, checks known differences again, and proves the next part of everything.
 * One process at a time does this, and only about a minute after the last run, however many processes there are.
 */
export async function proveBooks(host: Host, sizes: PartSizes = SIZES): Promise<void> {
  // Separate transactions: if the whole takes too long, the proof of the new entries is not rolled back.
  const isDue = await transact(host, (tx) => proveWhatMoved(host, tx, sizes));
  if (!isDue) return;
  await transact(host, (tx) => inspectAgain(host, tx));
  const until = performance.now() + sizes.wholeMs;
  while (await transact(host, (tx) => proveNextPart(host, tx, sizes))) {
    if (performance.now() > until) return;
  }
}

type Proof = typeof proofs.$inferSelect;

/** False if another process is doing it, or did it a moment ago. */
async function proveWhatMoved(host: Host, tx: Transaction, sizes: PartSizes): Promise<boolean> {
  const last = await lastEntry(tx);
  const longAgo = new Date(tx.now.getTime() - DAY_MS);
  // Entries from before the first run are left to the first pass over everything, which starts at once.
  await tx.db
    .insert(proofs)
    .values([
      { kind: 'recent', provedAt: longAgo, seq: last, previousSeq: last },
      { kind: 'whole', provedAt: longAgo },
    ])
    .onConflictDoNothing();
  const recent = await lockProof(tx, 'recent');
  // A time in the future comes from a process with a fast clock; it delays nobody for more than a minute.
  if (!recent || Math.abs(tx.now.getTime() - recent.provedAt.getTime()) < PROVE_MS / 2) return false;
  await proveRecent(host, tx, recent, { last, most: sizes.entries });
  return true;
}

/** Proves the next part of the present pass. @returns whether there is another one */
async function proveNextPart(host: Host, tx: Transaction, sizes: PartSizes): Promise<boolean> {
  const whole = await lockProof(tx, 'whole');
  return whole ? provePartOfAll(host, tx, whole, { last: await lastEntry(tx), sizes }) : false;
}

async function lockProof(tx: Transaction, kind: Proof['kind']): Promise<Proof | undefined> {
  const [proof] = await tx.db.select().from(proofs).where(eq(proofs.kind, kind)).for('update', { skipLocked: true });
  return proof;
}

/**
 * Starts at the end of the run before the last one, because numbers can commit out of order, but not by more than
 * a minute.
 */
async function proveRecent(
  host: Host,
  tx: Transaction,
  recent: Proof,
  { last, most }: { last: number; most: number },
): Promise<void> {
  let after = recent.previousSeq;
  const upto = Math.min(last, after + most * MOST_PARTS);
  while (after < upto) {
    const part = { of: 'entries', after, upto: Math.min(upto, after + most) } as const;
    await keepDifferences({ ...host, tx }, part, await provePart(inTransaction(tx), part));
    after = part.upto;
  }
  await tx.db
    .update(proofs)
    .set({ provedAt: tx.now, seq: upto, previousSeq: Math.min(recent.seq, upto), entries: upto - recent.previousSeq })
    .where(eq(proofs.kind, 'recent'));
}

async function provePartOfAll(host: Host, tx: Transaction, whole: Proof, { last, sizes }: Bounds): Promise<boolean> {
  const given = proofPart.nullable().safeParse(whole.next);
  // Written by an older version that named its parts differently.
  const underWay = given.success ? given.data : null;
  // A pass over everything starts once a day, and a larger ledger uses larger parts to finish in time.
  const isDue = whole.beganAt === null || whole.beganAt.getTime() <= tx.now.getTime() - DAY_MS;
  if (!underWay && !isDue) return false;
  const part = underWay ?? partOfEntries(0, { last, sizes });
  // A difference found in parts is checked on the whole database, which may take longer than a request may.
  await tx.db.execute(template`set local statement_timeout = '10min'`);
  await keepDifferences({ ...host, tx }, part, await provePart(inTransaction(tx), part));
  const next = await partAfter(tx, part, { last, sizes });
  const entries = part.of === 'entries' ? part.upto - part.after : 0;
  await tx.db
    .update(proofs)
    .set({
      provedAt: tx.now,
      next,
      entries: underWay ? whole.entries + entries : entries,
      ...(underWay ? {} : { beganAt: tx.now }),
      ...(next ? {} : { finishedAt: tx.now }),
    })
    .where(eq(proofs.kind, 'whole'));
  return next !== null;
}

interface Bounds {
  /** The number of the last entry. */
  last: number;
  sizes: PartSizes;
}

const partOfEntries = (after: number, { last, sizes }: Bounds): ProofPart => ({
  of: 'entries',
  after,
  upto: Math.min(last, after + Math.max(sizes.entries, Math.ceil(last / PARTS_A_DAY))),
});

/** The next part: entries, then accounts, then the rows of each table, then the totals; null after the last. */
async function partAfter(tx: Transaction, part: ProofPart, bounds: Bounds): Promise<ProofPart | null> {
  const { last, sizes } = bounds;
  switch (part.of) {
    case 'entries':
      if (part.upto < last) return partOfEntries(part.upto, bounds);
      return { of: 'accounts', after: null, count: sizes.accounts };
    case 'accounts': {
      const after = await lastKey(tx, { ...part, table: 'users' });
      if (after) return { ...part, after };
      return rowsFrom(CHECKED_TABLES[0], sizes);
    }
    case 'rows': {
      const after = await lastKey(tx, part);
      if (after) return { ...part, after };
      const table = CHECKED_TABLES[CHECKED_TABLES.indexOf(part.table) + 1];
      return table ? rowsFrom(table, sizes) : beginTotals(sizes.totals);
    }
    case 'totals':
      return nextTotals(inTransaction(tx), part);
    case 'rule':
      return null;
  }
}

const rowsFrom = (table: CheckedTable, sizes: PartSizes): ProofPart => ({
  of: 'rows',
  table,
  after: null,
  count: sizes.rowsOf(table),
});

/** Null if no rows follow this slice. */
async function lastKey(tx: Transaction, slice: Parameters<typeof lastOf>[0]): Promise<string | null> {
  const [found] = await inTransaction(tx).unsafe(lastOf(slice));
  return typeof found?.key === 'string' ? found.key : null;
}

async function lastEntry(tx: Transaction): Promise<number> {
  const [found] = await tx.db.execute<{ seq: string }>(
    template`select coalesce(max(seq), 0)::text as seq from ledger_entries`,
  );
  return Number(found?.seq ?? 0);
}
