import { eq, inArray } from 'drizzle-orm';
import { type Acting, audit } from '../../callers/audit.ts';
import { notifyOwner } from '../../callers/notify-owner.ts';
import { idOfUpload } from '../../edge/uploads/link.ts';
import { isSoundType } from '../../edge/uploads/sound.ts';
import { didNumbers, objects, trunks } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { readTariff } from '../../money/pricing/read-tariff.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { invalidField, sentence } from '../../platform/kit/errors.ts';
import type { AnswerPlan } from './answer-contract.ts';
import type { DidNumber, updateNumber as contract } from './contract.ts';
import { presentNumber } from './present-number.ts';
import { readNumberPrices } from './price.ts';
import { lockOwnNumber } from './renewal/renew.ts';

type Change = BodyOf<typeof contract> & { userId: string; numberId: string };

/**
 * Names a number, switches automatic renewal or mail on or off, or sets what happens with calls.
 * @throws not_found, validation_failed (a plan that forwards to the number itself, rings another's trunk, or
 *   plays what is no recording of the owner's)
 */
export async function updateNumber(
  { tx, actor }: Acting,
  { userId, numberId, name, autoRenew, mailMessages, mailCalls, answerPlan }: Change,
): Promise<DidNumber> {
  const owner = await readTariff(tx.db, userId);
  const { id, number } = await lockOwnNumber(tx, userId, numberId);
  if (answerPlan) requireOtherNumbers(answerPlan, number);
  if (answerPlan) await requireOwnTrunks(tx, userId, answerPlan);
  if (answerPlan) await requireOwnSounds(tx, userId, answerPlan);
  const [switched] = await tx.db
    .update(didNumbers)
    .set({
      ...(name === undefined ? {} : { name: name || null }),
      mailMessages,
      mailCalls,
      answerPlan,
      // If renewal is switched on again, it is tried again, and the owner is told again if the balance is too low.
      ...(autoRenew === undefined ? {} : { autoRenew, refusedExpiry: null }),
    })
    .where(eq(didNumbers.id, id))
    .returning();
  if (!switched) throw new Error('a locked number is gone');
  await audit(tx, actor, 'number.changed', {
    subject: switched.number,
    userId,
    detail: { numberId: id, name, autoRenew, mailMessages, mailCalls, answerPlan: answerPlan?.steps.length },
  });
  if (answerPlan) await notifyOwner(tx, userId, { what: 'calls', name: switched.number });
  return presentNumber(switched, { ...{ owner, now: tx.now }, prices: await readNumberPrices(tx.db, tx.now) });
}

/** @throws validation_failed */
function requireOtherNumbers({ steps }: AnswerPlan, own: string): void {
  const place = steps.findIndex((step) => step.kind === 'forward' && step.number === own);
  if (place >= 0) throw invalidField(`answerPlan.steps.${place}.number`, sentence('forwardsToItself'));
}

/** @throws validation_failed */
async function requireOwnTrunks(tx: Transaction, userId: string, { steps }: AnswerPlan): Promise<void> {
  if (!steps.some(({ kind }) => kind === 'trunk')) return;
  const own = await tx.db.select({ id: trunks.id }).from(trunks).where(eq(trunks.userId, userId));
  const ids = new Set(own.map(({ id }) => id));
  const place = steps.findIndex((step) => step.kind === 'trunk' && !ids.has(step.trunkId));
  if (place >= 0) throw invalidField(`answerPlan.steps.${place}.trunkId`, sentence('packageMissing'));
}

/** Recordings are the owner's own and completely uploaded; from now on they are kept. @throws validation_failed */
async function requireOwnSounds(tx: Transaction, userId: string, { steps }: AnswerPlan): Promise<void> {
  const paths = steps.map((step) => ('recording' in step ? step.recording : undefined));
  const ids = [...new Set(paths.flatMap((path) => (path ? idOfUpload(path) : [])))];
  if (ids.length === 0) return;
  const found = await tx.db.select().from(objects).where(inArray(objects.id, ids)).orderBy(objects.id).for('share');
  const own = new Set(
    found
      .filter(({ ownerId, storedAt, contentType }) => ownerId === userId && storedAt && isSoundType(contentType))
      .map(({ id }) => id),
  );
  const place = paths.findIndex((path) => path !== undefined && !own.has(idOfUpload(path)));
  if (place >= 0) throw invalidField(`answerPlan.steps.${place}.recording`, sentence('soundAgain'));
}
