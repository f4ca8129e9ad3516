import { and, eq, gt, lt, sql as template } from 'drizzle-orm';
import { verifications } from '../../../db/schema/index.ts';
import { transact } from '../../platform/events/transact.ts';
import { Problem, invalidField, sentence } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import type { Deps } from '../deps.ts';
import { isCode } from './code.ts';
import { TRIES, type Verification } from './contract.ts';
import { verificationChangedEvent } from './events.ts';
import { findRow, lastChannel, presentVerification, type VerificationRow } from './present.ts';

interface Entered {
  userId: string;
  verificationId: string;
  code: string;
}

/**
 * Checks a code that somebody entered. It is right once, also where two right ones come at the same time.
 * @throws not_found, not_allowed_now (expired, five wrong codes, verified before), validation_failed (a wrong code)
 */
export async function checkVerification(deps: Deps, { userId, verificationId, code }: Entered): Promise<Verification> {
  const open = and(
    eq(verifications.id, verificationId),
    eq(verifications.userId, userId),
    eq(verifications.status, 'pending'),
    gt(verifications.expiresAt, deps.clock.now()),
  );
  // The try is counted before the code is looked at, and stays counted if it is wrong.
  const [row] = await deps.db
    .update(verifications)
    .set({ tries: template`${verifications.tries} + 1` })
    .where(and(open, lt(verifications.tries, TRIES)))
    .returning();
  if (!row) throw closed(await findRow(deps.db, { userId, verificationId }));
  const isRight = isCode(deps.config, row.id, { hash: row.codeHash, code: code.replace(/\D/g, '') });
  if (isRight) return settle(deps, row);
  if (row.tries >= TRIES) await giveUp(deps, row);
  throw invalidField('code', fault('codeWrong'));
}

const closed = ({ status, tries }: VerificationRow): Problem => {
  if (status === 'verified') return new Problem('not_allowed_now', sentence('verifiedBefore'));
  // A program that ended amid the last try has not given it up.
  const isTried = status === 'failed' || tries >= TRIES;
  return new Problem('not_allowed_now', sentence(isTried ? 'codeTries' : 'codeExpired'));
};

async function settle(deps: Deps, { id, userId }: VerificationRow): Promise<Verification> {
  return transact(deps, async (tx) => {
    const [verified] = await tx.db
      .update(verifications)
      .set({ status: 'verified', verifiedAt: tx.now, sealedCode: null })
      .where(and(eq(verifications.id, id), eq(verifications.status, 'pending')))
      .returning();
    if (!verified) throw closed(await findRow(tx.db, { userId, verificationId: id }));
    const { number: to, status } = verified;
    tx.publish(verificationChangedEvent, userId, { userId, id, to, status });
    return presentVerification(deps, verified, await lastChannel(tx.db, id));
  });
}

async function giveUp(deps: Deps, { id, userId, number: to }: VerificationRow): Promise<void> {
  await transact(deps, async (tx) => {
    const ended = await tx.db
      .update(verifications)
      .set({ status: 'failed', sealedCode: null })
      .where(and(eq(verifications.id, id), eq(verifications.status, 'pending')))
      .returning({ id: verifications.id });
    if (ended.length === 0) return;
    tx.publish(verificationChangedEvent, userId, { userId, id, to, status: 'failed' });
  });
}
