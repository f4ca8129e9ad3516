import { and, eq, gt, isNull, lt, ne, sql as template } from 'drizzle-orm';
import { provenNumbers } from '../../../db/schema/index.ts';
import { type Acting, type Calling, type Owned, audit } from '../../callers/audit.ts';
import { brokenConstraint, transact } from '../../platform/events/transact.ts';
import { Problem, invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import { unseal } from '../../platform/kit/seal.ts';
import { NUMBER_CODE } from '../senders/code-text.ts';
import type { Deps } from '../deps.ts';
import type { SenderNumber } from '../senders/contract.ts';
import { sendersChangedEvent } from '../senders/events.ts';
import { presentProof } from '../senders/list-senders.ts';
import { parseNumber } from '../voice/parse-number.ts';
import { CODE_TRIES } from './contract.ts';

const codeOf = (config: Deps['config'], ownerId: string, sealed: string | null): string | null =>
  sealed === null ? null : unseal(config, { purpose: NUMBER_CODE, ownerId }, sealed);

/**
 * Confirms a number with a code that came there.
 * @throws validation_failed (the number; a wrong code), not_allowed_now (no code is good any more; too many wrong ones;
 *   it is confirmed already)
 */
export async function proveNumber(
  { deps, actor }: Calling<Deps>,
  { userId, number: typed, code }: { userId: string; number: string; code: string },
): Promise<SenderNumber> {
  const number = parseNumber(typed, 'number');
  const waiting = and(
    eq(provenNumbers.userId, userId),
    eq(provenNumbers.number, number),
    isNull(provenNumbers.provenAt),
    gt(provenNumbers.expiresAt, deps.clock.now()),
  );
  // The attempt is counted before the code is checked, and stays counted if the code is wrong.
  const tried = await deps.db
    .update(provenNumbers)
    .set({ tries: template`${provenNumbers.tries} + 1` })
    .where(and(waiting, lt(provenNumbers.tries, CODE_TRIES)))
    .returning();
  if (tried.length === 0) {
    const [locked] = await deps.db.select({ id: provenNumbers.id }).from(provenNumbers).where(waiting);
    throw new Problem('not_allowed_now', sentence(locked ? 'codeTries' : 'codeExpired'));
  }
  const digits = code.replace(/\D/g, '');
  const right = tried.find(({ id, sealedCode }) => codeOf(deps.config, id, sealedCode) === digits);
  if (!right) throw invalidField('code', fault('codeWrong'));
  return transact(deps, async (tx) => {
    // The proof that this one takes the place of goes first: a number has one.
    await tx.db
      .delete(provenNumbers)
      .where(and(eq(provenNumbers.userId, userId), eq(provenNumbers.number, number), ne(provenNumbers.id, right.id)));
    const [proven] = await tx.db
      .update(provenNumbers)
      .set({ provenAt: tx.now, sealedCode: null })
      .where(and(eq(provenNumbers.id, right.id), isNull(provenNumbers.provenAt)))
      .returning();
    if (!proven) throw new Problem('not_allowed_now', sentence('numberProven', { number }));
    tx.publish(sendersChangedEvent, userId, { userId, sender: number, status: null, reason: null });
    await audit(tx, actor, 'number.proven', { subject: number, userId, detail: { proofId: proven.id } });
    return presentProof(proven, deps.config, tx.now);
  }).catch((error: unknown) => {
    if (brokenConstraint(error) !== 'proven_numbers_one') throw error;
    throw new Problem('not_allowed_now', sentence('numberProven', { number }));
  });
}

/** Removes a confirmed number, or a code that waits: nothing is sent from it any more. @throws not_found */
export async function removeProof({ tx, actor }: Acting, { userId, proofId }: Owned<'proofId'>): Promise<undefined> {
  const [gone] = await tx.db
    .delete(provenNumbers)
    .where(and(eq(provenNumbers.id, proofId), eq(provenNumbers.userId, userId)))
    .returning({ number: provenNumbers.number });
  if (!gone) throw notFound('Number');
  tx.publish(sendersChangedEvent, userId, { userId, sender: gone.number, status: null, reason: null });
  await audit(tx, actor, 'number.proof_removed', { subject: gone.number, userId, detail: { proofId } });
}
