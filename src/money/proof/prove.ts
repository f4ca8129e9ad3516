import { eq, sql as template } from 'drizzle-orm';
import type { Logger } from 'pino';
import { proofs } from '../../../db/schema/index.ts';
import { transact, type Transaction, type TransactionHost } from '../../platform/events/transact.ts';
import { inspectAgain, keepDifferences } from './differences.ts';
import { inTransaction, OTHER_RULES, type ProofPart, proofPart, provePart } from './prove-part.ts';

/** How often what moved is proved, and a part of the whole. */
export const PROVE_MS = 60_000;

/** Entries that one statement looks at, and accounts. */
const ENTRIES = 20_000;
const ACCOUNTS = 5_000;
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
export async function proveBooks(host: Host): Promise<void> {
  // Each by itself: what takes too long of the whole must not undo what was proved of the rest.
  const isDue = await transact(host, (tx) => proveWhatMoved(host, tx));
  if (!isDue) return;
  await transact(host, (tx) => inspectAgain(host, tx));
  await transact(host, (tx) => proveNextPart(host, tx));
}

type Proof = typeof proofs.$inferSelect;

/** False where another process is at it, or was a moment ago. */
async function proveWhatMoved(host: Host, tx: Transaction): Promise<boolean> {
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
  await proveRecent(host, tx, recent, last);
  return true;
}

async function proveNextPart(host: Host, tx: Transaction): Promise<void> {
  const whole = await lockProof(tx, 'whole');
  if (whole) await provePartOfAll(host, tx, whole, await lastEntry(tx));
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
async function proveRecent(host: Host, tx: Transaction, recent: Proof, last: number): Promise<void> {
  let after = recent.previousSeq;
  const upto = Math.min(last, after + ENTRIES * MOST_PARTS);
  while (after < upto) {
    const part = { of: 'entries', after, upto: Math.min(upto, after + ENTRIES) } as const;
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

async function provePartOfAll(host: Host, tx: Transaction, whole: Proof, last: number): Promise<void> {
  const given = proofPart.nullable().safeParse(whole.next);
  // Of an older version, which may have named its parts in another way.
  const underWay = given.success ? given.data : null;
  const isDue = whole.beganAt === null || whole.beganAt.getTime() <= tx.now.getTime() - DAY_MS;
  if (!underWay && !isDue) return;
  const part = underWay ?? partOfEntries(0, last);
  // A rule that looks at all there is may take longer than one request is allowed to.
  await tx.db.execute(template`set local statement_timeout = '10min'`);
  await keepDifferences(host, tx, part, await provePart(inTransaction(tx), part));
  const next = await partAfter(tx, part, last);
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
}

const partOfEntries = (after: number, last: number): ProofPart => ({
  of: 'entries',
  after,
  upto: Math.min(last, after + Math.max(ENTRIES, Math.ceil(last / PARTS_A_DAY))),
});

/** Entries, then accounts, then the rules of what has no entry; null where that was the last. */
async function partAfter(tx: Transaction, part: ProofPart, last: number): Promise<ProofPart | null> {
  if (part.of === 'entries') {
    return part.upto < last
      ? partOfEntries(part.upto, last)
      : { of: 'accounts', after: null, count: ACCOUNTS };
  }
  if (part.of === 'accounts') {
    const after = await lastAccountOf(tx, part);
    if (after) return { of: 'accounts', after, count: ACCOUNTS };
  }
  const rule = OTHER_RULES[part.of === 'rule' ? OTHER_RULES.indexOf(part.rule) + 1 : 0];
  return rule === undefined ? null : { of: 'rule', rule };
}

/** Null where there are no accounts behind this part. */
async function lastAccountOf(
  tx: Transaction,
  { after, count }: { after: string | null; count: number },
): Promise<string | null> {
  const [found] = await tx.db.execute<{ id: string | null }>(template`
    select id::text from users where ${after}::uuid is null or id > ${after}::uuid
    order by id offset ${count - 1} limit 1`);
  return found?.id ?? null;
}

async function lastEntry(tx: Transaction): Promise<number> {
  const [found] = await tx.db.execute<{ seq: string }>(
    template`select coalesce(max(seq), 0)::text as seq from ledger_entries`,
  );
  return Number(found?.seq ?? 0);
}
