import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { numberPapers, objects } from '../../../../db/schema/index.ts';
import { papersUrl } from '../../../carriers/callback-url.ts';
import { type PaperFile, PapersRefused, type PapersToHandIn } from '../../../carriers/number-papers.ts';
import { transact } from '../../../platform/events/transact.ts';
import { claimsOverAt } from '../../../platform/kit/claims-over.ts';
import type { Deps } from '../../deps.ts';
import { announceDecision } from './announce-papers.ts';
import { notesOf, PAPERS_CLAIM_MS } from './notes-of.ts';
import type { PapersRow } from './present-papers.ts';
import { queueWithdrawal } from './withdraw-papers.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/kit/durations.ts';

export const FOLLOW_PAPERS_MS = 10_000;

/** The pause before a carrier is asked for the first time, and the longest one; each is three times the one before. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = HOUR_MS;
/** Accepted papers may be taken back: the carrier is asked once a day. */
const ACCEPTED_PAUSE_MS = DAY_MS;

/**
 * Hands in papers that wait, and asks carriers how far the others are. Each process takes papers that no other one has;
 * what a crash interrupts goes on where it stopped. It never rejects; errors are logged.
 */
export async function followPapers(deps: Deps): Promise<void> {
  try {
    for (;;) {
      const row = await claimPapers(deps);
      if (!row) return;
      await followOne(deps, row);
    }
  } catch (error) {
    deps.log.warn({ error }, 'papers could not be followed');
  }
}

async function claimPapers(deps: Deps): Promise<PapersRow | undefined> {
  const now = deps.clock.now();
  const oldest = deps.db
    .select({ id: numberPapers.id })
    .from(numberPapers)
    .where(
      and(
        lte(numberPapers.dueAt, now),
        or(isNull(numberPapers.claimedUntil), lte(numberPapers.claimedUntil, claimsOverAt(deps.clock))),
      ),
    )
    .orderBy(numberPapers.dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await deps.db
    .update(numberPapers)
    .set({ claimedUntil: new Date(now.getTime() + PAPERS_CLAIM_MS) })
    .where(inArray(numberPapers.id, oldest))
    .returning();
  return claimed;
}

/** A change of papers; only values that differ from the row are written. */
type Change = Partial<Pick<PapersRow, 'status' | 'reason' | 'carrierPapersId'>>;

async function followOne(deps: Deps, row: PapersRow): Promise<void> {
  try {
    const change = row.status === 'handing-in' ? await handIn(deps, row) : await ask(deps, row);
    await write(deps, row, change);
  } catch (error) {
    if (error instanceof PapersRefused) {
      return write(deps, row, { status: 'rejected', reason: error.message });
    }
    deps.log.warn({ error, carrier: row.provider, papers: row.id }, 'papers have to wait');
    await write(deps, row, {});
  }
}

async function handIn(deps: Deps, row: PapersRow): Promise<Change> {
  const papers = deps.carriers.find(row.provider)?.papers;
  if (!papers?.handIn) throw new Error('the carrier of these papers is not configured');
  const carrierPapersId = await papers.handIn(await readForCarrier(deps, row), notesOf(deps, row));
  return { status: 'in-review', carrierPapersId };
}

async function ask(deps: Deps, { provider, carrierPapersId }: PapersRow): Promise<Change> {
  const papers = deps.carriers.find(provider)?.papers;
  if (!papers?.news || carrierPapersId === null) throw new Error('nobody can be asked about these papers');
  const { state, reason } = await papers.news(carrierPapersId);
  return state === 'approved' || state === 'rejected' ? { status: state, reason } : {};
}

/** Writes what came of it, unless the papers were replaced meanwhile, and tells of a decision. */
async function write(deps: Deps, row: PapersRow, change: Change): Promise<void> {
  const status = change.status ?? row.status;
  const changed = status !== row.status;
  await transact(deps, async (tx) => {
    const attempts = changed ? 0 : row.attempts + 1;
    const [written] = await tx.db
      .update(numberPapers)
      .set({
        ...change,
        ...{ attempts, claimedUntil: null, dueAt: dueAfter(status, attempts, tx.now) },
        ...(changed && status !== 'in-review' && { decidedAt: tx.now }),
      })
      .where(and(eq(numberPapers.id, row.id), eq(numberPapers.round, row.round), eq(numberPapers.status, row.status)))
      .returning();
    if (!written || !changed || status === 'in-review') return;
    await announceDecision(tx, written);
    // Corrected ones are others to the carrier. By accepted ones a number may have been bought.
    if (status === 'rejected' && row.status !== 'approved') await queueWithdrawal(tx, row, row.round);
  });
}

function dueAfter(status: PapersRow['status'], attempts: number, now: Date): Date | null {
  if (status === 'rejected') return null;
  const pause = status === 'approved' ? ACCEPTED_PAUSE_MS : Math.min(FIRST_PAUSE_MS * 3 ** attempts, LONGEST_PAUSE_MS);
  return new Date(now.getTime() + pause);
}

async function readForCarrier(deps: Deps, row: PapersRow): Promise<PapersToHandIn> {
  const { details, address, documents, owner, userId, number, countryCode, provider } = row;
  if (!details) throw new Error('these papers have been deleted');
  const reference = referenceOf(row);
  return {
    ...{ reference, number, countryCode, owner: userId },
    email: deps.config.mail.from,
    given: {
      ...{ owner, details, address },
      documents: await Promise.all(
        (documents ?? []).map(async ({ objectId, ...document }) => ({
          ...document,
          file: objectId ? await readFile(deps, objectId) : null,
        })),
      ),
    },
    callbackUrl: `${papersUrl({ deps }, provider)}?papers=${reference}`,
  };
}

/** The name of papers at a carrier. */
const referenceOf = ({ id, round }: PapersRow): string => `${id}-${round}`;

async function readFile(deps: Deps, objectId: string): Promise<PaperFile> {
  const [object] = await deps.db.select().from(objects).where(eq(objects.id, objectId));
  const bytes = object?.storageKey ? await deps.objects.get(object.storageKey) : null;
  if (!object?.contentType || !bytes) throw new Error('a file of these papers is not there');
  return { contentType: object.contentType, bytes };
}
