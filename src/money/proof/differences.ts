import { asc, inArray, isNull, sql as template } from 'drizzle-orm';
import type { Logger } from 'pino';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { proofDifferences } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { booksEvent } from './events.ts';
import { type Difference, type ProofPart, proofPart, provePart } from './prove-part.ts';
import { inTransaction } from './queries.ts';

/** The most parts with differences that are checked again at one time. */
const MOST_PARTS = 20;

/** Stores differences, each place once, and raises the alarm: log, audit log, screens. */
export async function keepDifferences(
  { log, tx }: { log: Logger; tx: Transaction },
  part: ProofPart,
  differences: readonly Difference[],
): Promise<void> {
  if (differences.length === 0) return;
  const owned = await Promise.all(
    differences.map(async (each) => ({ ...each, userId: each.userId ?? (await ownerOf(tx, each.subject)) })),
  );
  const kept = await tx.db
    .insert(proofDifferences)
    .values(owned.map((each) => ({ ...each, part, foundAt: tx.now })))
    .onConflictDoNothing()
    .returning();
  if (kept.length === 0) return;
  for (const { rule, subject, userId, expected, found } of kept) {
    log.error({ rule, subject, account: userId, expected, found }, 'the books do not add up');
    await audit(tx, null, 'books.differ', { subject: rule, userId, detail: { subject, expected, found } });
  }
  tx.publish(booksEvent, null, { sound: false });
}

/** The account of a row, by the row's id. */
async function ownerOf(tx: Transaction, subject: string): Promise<string | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(subject)) return null;
  const id = template`${subject}::uuid`;
  const [owner] = await tx.db.execute<{ user_id: string | null }>(template`
    select coalesce(
      (select id from users where id = ${id}), (select user_id from transactions where id = ${id}),
      (select user_id from ledger_entries where id = ${id}), (select user_id from sms_messages where id = ${id}),
      (select user_id from voice_calls where id = ${id}), (select user_id from voice_packages where id = ${id}),
      (select p.user_id from package_minutes m join voice_packages p on p.id = m.package_id where m.id = ${id})
    ) as user_id`);
  return owner?.user_id ?? null;
}

/** Proves known differences again; those that are gone are removed, and the last one ends the alarm. */
export async function inspectAgain(host: { log: Logger }, tx: Transaction): Promise<void> {
  const open = await tx.db
    .select()
    .from(proofDifferences)
    .where(isNull(proofDifferences.clearedAt))
    .orderBy(asc(proofDifferences.id));
  if (open.length === 0) return;
  const parts = new Map(open.map(({ part }) => [JSON.stringify(part), part]));
  const proved = new Map<string, Set<string>>();
  for (const [key, part] of [...parts].slice(0, MOST_PARTS)) {
    const parsed = proofPart.safeParse(part);
    const still = parsed.success ? await provePart(inTransaction(tx), parsed.data) : [];
    if (parsed.success) await keepDifferences({ ...host, tx }, parsed.data, still);
    proved.set(key, new Set(still.map(placeOf)));
  }
  const clean = open.filter((each) => proved.get(JSON.stringify(each.part))?.has(placeOf(each)) === false);
  if (clean.length === 0) return;
  await tx.db
    .update(proofDifferences)
    .set({ clearedAt: tx.now })
    .where(
      inArray(
        proofDifferences.id,
        clean.map(({ id }) => id),
      ),
    );
  if (!(await booksBalance(tx.db))) return;
  host.log.info({ cleared: clean.length }, 'the books add up again');
  await audit(tx, null, 'books.agree', { detail: { cleared: clean.length } });
  tx.publish(booksEvent, null, { sound: true });
}

const placeOf = ({ rule, subject }: { rule: string; subject: string }): string => `${rule}\n${subject}`;

const findOpen = prepared<Record<never, never>, object>(
  () => template`select from proof_differences where cleared_at is null limit 1`,
);

/** Tells whether no difference is known. */
export async function booksBalance(db: Queryable): Promise<boolean> {
  const [open] = await findOpen(driverOf(db), {});
  return open === undefined;
}

/**
 * While the books do not balance, no margins are paid and no payment is verified.
 * @throws unavailable, with a sentence that says what to do
 */
export async function requireSoundBooks(db: Queryable): Promise<void> {
  if (await booksBalance(db)) return;
  throw new Problem('unavailable', sentence('booksWrong'));
}
