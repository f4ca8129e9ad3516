import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { and, eq, gt, lt, lte, sql as template } from 'drizzle-orm';
import { verifications } from '../../../db/schema/index.ts';
import type { VerificationChannel } from '../../../db/enums.ts';
import type { Sender } from '../../callers/credentials.ts';
import { admit } from '../../callers/guards.ts';
import type { IdempotencyKey } from '../../callers/route.ts';
import { transact } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { undoRefused } from '../../platform/kit/undo-refused.ts';
import type { Deps } from '../deps.ts';
import { parseNumber } from '../voice/parse-number.ts';
import { newCode } from '../senders/code-text.ts';
import { canSpeak, deliverCode } from './deliver-code.ts';
import { hashCode, sealCode } from './code.ts';
import {
  MOST_SENDS,
  SEND_AGAIN_SECONDS,
  type Verification,
  createVerification as createEndpoint,
  sendVerificationAgain as againEndpoint,
} from './contract.ts';
import { verificationChangedEvent } from './events.ts';
import { countCode, requirePause, tooSoon } from './limits.ts';
import { type VerificationRow, findRow, lastChannel, readVerification, sendAgainAt } from './present.ts';
import { wasAnswered } from './was-answered.ts';

interface By {
  deps: Deps;
  credential: Sender;
  idempotencyKey: IdempotencyKey | null;
}

/** Why one channel cannot reach a number that the other may reach. */
const INSTEAD: Readonly<Record<VerificationChannel, { other: VerificationChannel; of: ReadonlySet<string> }>> = {
  sms: { other: 'call', of: new Set(['fixed_line', 'recipient_opted_out']) },
  call: { other: 'sms', of: new Set(['destination_closed', 'destination_not_sold', 'unavailable']) },
};

/**
 * Makes a code, sends it to a number and charges for that. Where a message cannot reach the number, a call brings it, and the
 * other way round.
 * @throws validation_failed (the number), rate_limited (too soon, or too many to the number or to its range), and as
 *   `deliverCode`
 */
export async function createVerification(
  by: By,
  { userId, to, channel, ...wanted }: { userId: string } & BodyOf<typeof createEndpoint>,
): Promise<Verification> {
  const { deps, credential, idempotencyKey } = by;
  const actor = await admit(deps, credential, createEndpoint, userId);
  const number = parseNumber(to, 'to');
  const isAgain = await wasAnswered(deps, actor.id, idempotencyKey);
  if (!isAgain) await countCode(deps, userId, number);
  const row = await begin(deps, { userId, number, isAgain, ...wanted });
  const undo = () => deps.db.delete(verifications).where(eq(verifications.id, row.id));
  const before = await undoRefused(bring(by, row, channel), undo);
  // The same key again: the first request's verification is the answer.
  if (before !== null) await undo();
  else await transact(deps, async (tx) => tx.publish(verificationChangedEvent, userId, changeOf(row)));
  return readVerification(deps, { userId, verificationId: before ?? row.id });
}

async function bring(by: By, row: VerificationRow, channel: VerificationChannel): Promise<string | null> {
  try {
    return await deliverCode(by, row, channel);
  } catch (error) {
    const { other, of } = INSTEAD[channel];
    const canTry = other === 'sms' || canSpeak(by.deps);
    if (!canTry || !(error instanceof Problem) || !of.has(error.reason)) throw error;
    await by.deps.db.update(verifications).set({ fellBack: true }).where(eq(verifications.id, row.id));
    return deliverCode(by, row, other);
  }
}

const changeOf = ({ id, userId, number: to, status }: VerificationRow) => ({ userId, id, to, status });

type Wanted = Pick<BodyOf<typeof createEndpoint>, 'ttl' | 'language' | 'senderId'> & {
  userId: string;
  number: string;
  /** A request that was answered before is answered again, however soon. */
  isAgain: boolean;
};

async function begin(
  deps: Deps,
  { userId, number, ttl, language, senderId, isAgain }: Wanted,
): Promise<VerificationRow> {
  const id = newId(deps.clock);
  const code = newCode();
  return transact(deps, async (tx) => {
    if (!isAgain) await requirePause(tx, { userId, number });
    const [row] = await tx.db
      .insert(verifications)
      .values({
        ...{ id, userId, number, language },
        country: parsePhoneNumberFromString(number)?.country ?? null,
        sender: senderId ?? deps.config.codeSender,
        status: 'pending',
        codeHash: hashCode(deps.config, id, code),
        sealedCode: sealCode(deps.config, id, code),
        ...{ sends: 1, lastSentAt: tx.now, createdAt: tx.now },
        expiresAt: new Date(tx.now.getTime() + ttl * 1000),
      })
      .returning();
    if (!row) throw new Error('an insert returned no row');
    return row;
  });
}

/**
 * Sends the same code again, by the same channel or by another. Two requests at the same time send it once.
 * @throws not_found, not_allowed_now (it has ended, or was sent five times), rate_limited (too soon), and as `deliverCode`
 */
export async function sendAgain(
  by: { deps: Deps; credential: Sender; idempotencyKey: IdempotencyKey | null },
  {
    userId,
    verificationId,
    channel,
  }: { userId: string; verificationId: string; channel?: VerificationChannel | undefined },
): Promise<Verification> {
  const { deps } = by;
  const actor = await admit(deps, by.credential, againEndpoint, userId);
  const row = await findRow(deps.db, { userId, verificationId });
  if (await wasAnswered(deps, actor.id, by.idempotencyKey)) {
    return readVerification(deps, { userId, verificationId });
  }
  const now = deps.clock.now();
  const [claimed] = await deps.db
    .update(verifications)
    .set({ lastSentAt: now, sends: template`${verifications.sends} + 1` })
    .where(
      and(
        ...[eq(verifications.id, verificationId), eq(verifications.status, 'pending')],
        ...[gt(verifications.expiresAt, now), lt(verifications.sends, MOST_SENDS)],
        lte(verifications.lastSentAt, new Date(now.getTime() - SEND_AGAIN_SECONDS * 1000)),
      ),
    )
    .returning();
  if (!claimed) throw refusal(row, now);
  await countCode(deps, userId, row.number);
  await deliverCode(by, claimed, channel ?? (await lastChannel(deps.db, row.id)));
  return readVerification(deps, { userId, verificationId });
}

function refusal(row: Awaited<ReturnType<typeof findRow>>, now: Date): Problem {
  if (row.status === 'verified') return new Problem('not_allowed_now', sentence('verifiedBefore'));
  if (row.status === 'failed') return new Problem('not_allowed_now', sentence('codeTries'));
  if (row.expiresAt <= now) return new Problem('not_allowed_now', sentence('codeExpired'));
  if (row.sends >= MOST_SENDS) {
    return new Problem('not_allowed_now', sentence('codeSends', { count: MOST_SENDS }));
  }
  return tooSoon(sendAgainAt(row), now);
}
