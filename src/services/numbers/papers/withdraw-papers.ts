import { and, eq, inArray, lte, sql as template } from 'drizzle-orm';
import { numberPapers, numberPapersFiles, numberPapersSteps, papersWithdrawals } from '../../../../db/schema/index.ts';
import { notifyAdministrators } from '../../../callers/notify-administrators.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { isByHand, type PapersRow } from './present-papers.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/kit/durations.ts';

export const WITHDRAW_PAPERS_MS = MINUTE_MS;

/** The first pause after a carrier did not delete something, and the longest one; each is three times the one before. */
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = DAY_MS;
/**
 * After so many times, the last of them a day apart, the operator has to delete it: a number that was bought by papers is
 * given back within a month of its account.
 */
const MOST_ATTEMPTS = 60;

type Whose = Pick<PapersRow, 'id' | 'provider' | 'countryCode' | 'userId'>;

/**
 * Notes that what was made of papers at their carrier is to be deleted there, and forgets it here.
 * @param round only what was made in this round; absent: in all
 * @returns whether anything was made there
 */
export async function queueWithdrawal(tx: Transaction, papers: Whose, round?: number): Promise<boolean> {
  const steps = await tx.db
    .delete(numberPapersSteps)
    .where(
      and(
        eq(numberPapersSteps.papersId, papers.id),
        ...(round === undefined ? [] : [eq(numberPapersSteps.round, round)]),
      ),
    )
    .returning();
  // A step without an id may have been made all the same: only the operator can look.
  const lost = steps.filter(({ carrierId }) => carrierId === null).map(({ name }) => name);
  if (lost.length > 0) await tellToDelete(tx, papers, lost);
  for (const ofRound of Map.groupBy(steps, (step) => step.round).values()) {
    const made = ofRound.flatMap(({ name, carrierId }) => (carrierId === null ? [] : [[name, carrierId]]));
    if (made.length === 0) continue;
    await tx.db.insert(papersWithdrawals).values({
      ...{ id: newId(tx.clock), provider: papers.provider, countryCode: papers.countryCode },
      ...{ owner: papers.userId, made: Object.fromEntries(made), dueAt: tx.now },
    });
  }
  return steps.length > 0;
}

/** Asks administrators by mail to delete papers at a carrier by hand. @param ids of them there; empty: not known */
export const tellToDelete = (
  tx: Transaction,
  { provider, countryCode, userId }: Omit<Whose, 'id'>,
  ids: readonly string[] = [],
): Promise<void> =>
  notifyAdministrators(tx, {
    ...{ kind: 'papers_to_delete', carrier: provider, countryCode, account: userId, ids: [...ids] },
  });

/**
 * Removes the papers of a closed account, here and at their carriers; administrators are asked to delete those that were
 * handed in by hand. Its files are uploads, and go with those.
 */
export async function withdrawPapersOf(
  { tx, deps }: { tx: Transaction; deps: Pick<Deps, 'carriers'> },
  userId: string,
): Promise<void> {
  const papers = await tx.db
    .select()
    .from(numberPapers)
    .where(eq(numberPapers.userId, userId))
    .orderBy(numberPapers.id)
    .for('update');
  for (const row of papers) {
    const wasMade = await queueWithdrawal(tx, row);
    if (!wasMade && isByHand(deps, row)) await tellToDelete(tx, row);
  }
  const own = tx.db.select({ id: numberPapers.id }).from(numberPapers).where(eq(numberPapers.userId, userId));
  await tx.db.delete(numberPapersFiles).where(inArray(numberPapersFiles.papersId, own));
  await tx.db.delete(numberPapersSteps).where(inArray(numberPapersSteps.papersId, own));
  await tx.db.delete(numberPapers).where(eq(numberPapers.userId, userId));
}

/** Has carriers delete what is to be deleted there. It never rejects; errors are logged. */
export async function withdrawPapers(deps: Deps): Promise<void> {
  try {
    while (await withdrawOne(deps));
  } catch (error) {
    deps.log.warn({ error }, 'papers could not be withdrawn');
  }
}

type WithdrawalRow = typeof papersWithdrawals.$inferSelect;

/** @returns whether there was one */
async function withdrawOne(deps: Deps): Promise<boolean> {
  const claimed = await claim(deps);
  if (!claimed) return false;
  const isGone = await isWithdrawn(deps, claimed);
  const canBeAsked = deps.carriers.find(claimed.provider)?.papers?.withdraw !== undefined;
  if (!isGone && canBeAsked && claimed.attempts < MOST_ATTEMPTS) return true;
  await transact(deps, async (tx) => {
    const deleted = await tx.db
      .delete(papersWithdrawals)
      .where(eq(papersWithdrawals.id, claimed.id))
      .returning({ id: papersWithdrawals.id });
    if (!isGone && deleted.length > 0) {
      await tellToDelete(tx, { ...claimed, userId: claimed.owner }, Object.values(claimed.made));
    }
  });
  return true;
}

/** Takes the one that is due longest, until its next time: no transaction is open while the carrier is asked. */
async function claim({ db, clock }: Deps): Promise<WithdrawalRow | undefined> {
  const now = clock.now();
  const { id, dueAt, attempts } = papersWithdrawals;
  const oldest = db
    .select({ id })
    .from(papersWithdrawals)
    .where(lte(dueAt, now))
    .orderBy(dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const pauseMs = template`least(${FIRST_PAUSE_MS} * power(3, least(${attempts}, 10)), ${LONGEST_PAUSE_MS})`;
  const [claimed] = await db
    .update(papersWithdrawals)
    .set({
      dueAt: template`${now.toISOString()}::timestamptz + ${pauseMs} * interval '1 millisecond'`,
      attempts: template`${attempts} + 1`,
    })
    .where(inArray(id, oldest))
    .returning();
  return claimed;
}

async function isWithdrawn({ carriers, log }: Deps, { provider, made }: WithdrawalRow): Promise<boolean> {
  try {
    const papers = carriers.find(provider)?.papers;
    await papers?.withdraw?.(made);
    return papers?.withdraw !== undefined;
  } catch (error) {
    log.warn({ error, carrier: provider }, 'a carrier did not delete papers');
    return false;
  }
}
