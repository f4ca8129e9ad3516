import { eq, sql as template } from 'drizzle-orm';
import type { Logger } from 'pino';
import { proofs } from '../../../db/schema/index.ts';
import { transact, type Transaction, type TransactionHost } from '../../platform/events/transact.ts';
import { inspectAgain, keepDifferences } from './differences.ts';
import { type ProofPart, proofPart, provePart } from './prove-part.ts';
import { beginTotals, nextTotals } from './prove-totals.ts';
import { inTransaction } from './queries.ts';
import { lastOf, sliceOf, WALKED, type Walked } from './walked.ts';

/** How often what moved is proved, and a part of the whole. */
export const PROVE_MS = 60_000;

/** Rows that one part looks at, and for how long parts of the whole go on in a minute. */
export interface PartSizes {
  entries: number;
  accounts: number;
  rowsOf: (table: Walked) => number;
  totals: number;
  wholeMs: number;
}
/** In 5 s a minute small parts are through a large database in a day. */
const SIZES: PartSizes = {
  entries: 20_000,
  accounts: 2_000,
  rowsOf: sliceOf,
  totals: 50_000,
  wholeMs: 5_000,
};
/** What moved in a minute takes at most so many parts; a burst beyond that takes the next minute. */
const MOST_PARTS = 10;
/** A pass over everything begins once a day, and a larger ledger takes larger parts to be through in time. */
const DAY_MS = 86_400_000;
const PARTS_A_DAY = 1_000;

interface Host extends TransactionHost {
  log: Logger;
}

/**
 * Proves what moved since the last time, looks again at what did not add up, and proves the next part of
 * everything. One process at a time, and only where the last time was about a minute ago, however many
 * processes there are.
 */
export async function proveBooks(host: Host, sizes: PartSizes = SIZES): Promise<void> {
  // Each by itself: what takes too long of the whole must not undo what was proved of the rest.
  const isDue = await transact(host, (tx) => proveWhatMoved(host, tx, sizes));
  if (!isDue) return;
  await transact(host, (tx) => inspectAgain(host, tx));
  const until = performance.now() + sizes.wholeMs;
  while (await transact(host, (tx) => proveNextPart(host, tx, sizes))) {
    if (performance.now() > until) return;
  }
}

type Proof = typeof proofs.$inferSelect;

/** False where another process is at it, or was a moment ago. */
async function proveWhatMoved(host: Host, tx: Transaction, sizes: PartSizes): Promise<boolean> {
  const last = await lastEntry(tx);
  const longAgo = new Date(tx.now.getTime() - DAY_MS);
  // What was there before the first time is left to the first pass over everything, which begins at once.
  await tx.db
    .insert(proofs)
    .values([
      { kind: 'recent', provedAt: longAgo, seq: last, previousSeq: last },
      { kind: 'whole', provedAt: longAgo },
    ])
    .onConflictDoNothing();
  const recent = await lockProof(tx, 'recent');
  // Also of a process whose clock was ahead: a time to come stops nobody for longer.
  if (!recent || Math.abs(tx.now.getTime() - recent.provedAt.getTime()) < PROVE_MS / 2) return false;
  await proveRecent(host, tx, recent, { last, most: sizes.entries });
  return true;
}

/** Whether there is another part of the pass under way. */
async function proveNextPart(host: Host, tx: Transaction, sizes: PartSizes): Promise<boolean> {
  const whole = await lockProof(tx, 'whole');
  return whole ? provePartOfAll(host, tx, whole, { last: await lastEntry(tx), sizes }) : false;
}

async function lockProof(tx: Transaction, kind: Proof['kind']): Promise<Proof | undefined> {
  const [proof] = await tx.db
    .select()
    .from(proofs)
    .where(eq(proofs.kind, kind))
    .for('update', { skipLocked: true });
  return proof;
}

/**
 * Begins where the time before the last one ended: numbers can commit out of order, and none takes as long as
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
    await keepDifferences(host, tx, part, await provePart(inTransaction(tx), part));
    after = part.upto;
  }
  await tx.db
    .update(proofs)
    .set({
      provedAt: tx.now,
      seq: upto,
      previousSeq: Math.min(recent.seq, upto),
      entries: upto - recent.previousSeq,
    })
    .where(eq(proofs.kind, 'recent'));
}

async function provePartOfAll(
  host: Host,
  tx: Transaction,
  whole: Proof,
  { last, sizes }: Bounds,
): Promise<boolean> {
  const given = proofPart.nullable().safeParse(whole.next);
  // Of an older version, which may have named its parts in another way.
  const underWay = given.success ? given.data : null;
  const isDue = whole.beganAt === null || whole.beganAt.getTime() <= tx.now.getTime() - DAY_MS;
  if (!underWay && !isDue) return false;
  const part = underWay ?? partOfEntries(0, { last, sizes });
  // What did not add up by parts is asked of all there is, which may take longer than one request is allowed to.
  await tx.db.execute(template`set local statement_timeout = '10min'`);
  await keepDifferences(host, tx, part, await provePart(inTransaction(tx), part));
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
  /** The last entry there is. */
  last: number;
  sizes: PartSizes;
}

const partOfEntries = (after: number, { last, sizes }: Bounds): ProofPart => ({
  of: 'entries',
  after,
  upto: Math.min(last, after + Math.max(sizes.entries, Math.ceil(last / PARTS_A_DAY))),
});

/** Entries, then accounts, then the rows of each table, then the totals; null where that was the last. */
async function partAfter(tx: Transaction, part: ProofPart, bounds: Bounds): Promise<ProofPart | null> {
  const { last, sizes } = bounds;
  switch (part.of) {
    case 'entries':
      if (part.upto < last) return partOfEntries(part.upto, bounds);
      return { of: 'accounts', after: null, count: sizes.accounts };
    case 'accounts': {
      const after = await lastKey(tx, { ...part, table: 'users' });
      if (after) return { ...part, after };
      return rowsFrom(WALKED[0], sizes);
    }
    case 'rows': {
      const after = await lastKey(tx, part);
      if (after) return { ...part, after };
      const table = WALKED[WALKED.indexOf(part.table) + 1];
      return table ? rowsFrom(table, sizes) : beginTotals(sizes.totals);
    }
    case 'totals':
      return nextTotals(inTransaction(tx), part);
    case 'rule':
      return null;
  }
}

const rowsFrom = (table: Walked, sizes: PartSizes): ProofPart => ({
  of: 'rows',
  table,
  after: null,
  count: sizes.rowsOf(table),
});

/** Null where there is nothing behind this slice. */
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
