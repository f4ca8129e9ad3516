import { and, eq, inArray } from 'drizzle-orm';
import { numberPapers, numberPapersFiles, objects } from '../../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../../callers/audit.ts';
import { kindOfNumber } from '../../../carriers/kind-of-number.ts';
import type { PaperAsked, PaperField, PapersAsked } from '../../../carriers/number-papers.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { type FieldError, Problem, fieldError, invalidField, sentence } from '../../../platform/kit/errors.ts';
import { idOfUpload } from '../../../edge/uploads/link.ts';
import { fault } from '../../../platform/kit/faults.ts';
import { newId } from '../../../platform/kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { announcePapers } from './announce-papers.ts';
import type { PapersGivenJson, PapersSet } from './contract.ts';
import { followPapers } from './follow-papers.ts';
import { lookAtPapers, type Purchaser, readPapers } from './look-at-papers.ts';
import { requireHold } from './papers-of-hold.ts';
import { isByHand, type PapersRow, presentPapers } from './present-papers.ts';
import { lockUser } from '../../../callers/require-user.ts';

/** Papers that were held against what their country asks for. */
interface CheckedPapers {
  purchaser: Purchaser;
  given: PapersGivenJson;
}

/**
 * Asks the carrier what it wants and holds the papers against it. Before the transaction, because it waits for another
 * server.
 * @throws not_found (the account does not hold the number), not_allowed_now (nothing is asked for),
 *   validation_failed, provider_failed
 */
export async function checkPapers(
  deps: Deps,
  { userId, number, ...given }: PapersGivenJson & { userId: string; number: string },
): Promise<CheckedPapers> {
  const purchaser = await requireHold(deps, { userId, number });
  const { state, asked } = await lookAtPapers(deps, purchaser);
  if (state === 'not-needed') throw new Problem('not_allowed_now', sentence('papersNotNeeded'));
  return { purchaser, given: checkGiven(asked, given) };
}

/**
 * Keeps an account's papers and sends them on their way to the carrier. Those that were rejected are replaced by
 * corrected ones.
 * @throws not_allowed_now (they are being checked, or were accepted), validation_failed (a file is not there)
 */
export async function handInPapers(
  { tx, deps, actor }: ActingWith<Deps>,
  { purchaser, given }: CheckedPapers,
): Promise<PapersSet> {
  const { userId, number, provider, countryCode } = purchaser;
  const before = await lockPapers(tx, purchaser);
  const documents = given.documents.map(({ objectPath: path, ...document }) => ({
    ...document,
    objectId: path && idOfUpload(path),
  }));
  const files = [...new Set(documents.flatMap(({ objectId }) => objectId ?? []))];
  await requireFiles(tx, userId, files);
  const byHand = isByHand(deps, purchaser);
  const fresh = {
    number,
    ...{ owner: given.owner, details: given.details, address: given.address, documents },
    status: byHand ? ('in-review' as const) : ('handing-in' as const),
    ...{ reason: null, carrierPapersId: null, decidedAt: null, decidedBy: null, claimedUntil: null },
    handedInAt: tx.now,
    dueAt: byHand ? null : tx.now,
    attempts: 0,
  };
  const [row] = before
    ? await tx.db
        .update(numberPapers)
        .set({ ...fresh, round: before.round + 1 })
        .where(eq(numberPapers.id, before.id))
        .returning()
    : await tx.db
        .insert(numberPapers)
        .values({ id: newId(tx.clock), userId, provider, countryCode, kind: kindOfNumber(number), ...fresh })
        .returning();
  if (!row) throw new Error('papers that were just written are not there');
  await replaceFiles(tx, row, files);
  await audit(tx, actor, 'number_papers.handed_in', {
    subject: countryCode,
    userId,
    detail: { papersId: row.id, provider, round: row.round },
  });
  announcePapers(tx, row);
  if (!byHand) tx.afterCommit(() => void followPapers(deps));
  return presentPapers(deps, row);
}

/** The account's row is locked, so that two simultaneous requests are answered one after the other. */
async function lockPapers(tx: Transaction, purchaser: Purchaser): Promise<PapersRow | undefined> {
  await lockUser(tx, purchaser.userId);
  const before = await readPapers(tx.db, purchaser);
  if (before?.status === 'approved') throw new Problem('not_allowed_now', sentence('papersAccepted'));
  if (before && before.status !== 'rejected') throw new Problem('not_allowed_now', sentence('papersInReview'));
  return before;
}

/** Files must be the account's own and completely uploaded; from now on they are kept. @throws validation_failed */
export async function requireFiles(
  tx: Transaction,
  userId: string,
  ids: readonly string[],
  field = 'documents',
): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx.db
    .select({ id: objects.id, ownerId: objects.ownerId, storedAt: objects.storedAt })
    .from(objects)
    .where(and(inArray(objects.id, [...ids]), eq(objects.ownerId, userId)))
    .orderBy(objects.id)
    .for('share');
  if (found.filter(({ storedAt }) => storedAt !== null).length < ids.length) {
    throw invalidField(field, sentence('fileAgain'));
  }
}

async function replaceFiles(tx: Transaction, { id: papersId }: PapersRow, files: readonly string[]) {
  await tx.db.delete(numberPapersFiles).where(eq(numberPapersFiles.papersId, papersId));
  if (files.length === 0) return;
  await tx.db.insert(numberPapersFiles).values(files.map((objectId) => ({ papersId, objectId })));
}

/**
 * Holds papers against what is asked for. What nobody asked for is left out, so that no more is kept of a person than
 * their country wants.
 * @throws validation_failed with everything that is missing
 */
function checkGiven(asked: readonly PapersAsked[], given: PapersGivenJson): PapersGivenJson {
  const wanted = asked.find(({ owner }) => owner === given.owner);
  if (!wanted) throw invalidField('owner', fault('fillAll'));
  const missing: string[] = [];
  const details = answersTo(wanted.details, given.details, 'details', missing);
  if (wanted.address && !given.address) missing.push('address');
  const documents = wanted.documents.flatMap((paper, index) =>
    checkDocument(paper, given, `documents.${index}`, missing),
  );
  if (missing.length > 0) {
    const words = fault('fillAll');
    const fields: FieldError[] = missing.map((path) => fieldError(path, words));
    throw new Problem('validation_failed', words, { fields });
  }
  return { owner: given.owner, details, address: wanted.address ? given.address : null, documents };
}

function checkDocument(
  paper: PaperAsked,
  { documents }: PapersGivenJson,
  path: string,
  missing: string[],
): PapersGivenJson['documents'] {
  const shown = documents.find(({ key }) => key === paper.key);
  const kind = paper.accepted.find(({ key }) => key === shown?.accepted);
  if (!shown || !kind) {
    missing.push(path);
    return [];
  }
  if (kind.file && !shown.objectPath) missing.push(`${path}.objectPath`);
  const fields = answersTo(kind.fields, shown.fields, `${path}.fields`, missing);
  return [{ key: paper.key, accepted: kind.key, fields, objectPath: kind.file ? shown.objectPath : null }];
}

function answersTo(
  asked: readonly PaperField[],
  given: Readonly<Record<string, string>>,
  path: string,
  missing: string[],
): Record<string, string> {
  const answered = asked.map(({ key }) => [key, given[key] ?? ''] as const);
  missing.push(...answered.filter(([, value]) => value === '').map(([key]) => `${path}.${key}`));
  return Object.fromEntries(answered);
}
