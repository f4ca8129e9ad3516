import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { verificationSends } from '../../../db/schema/index.ts';
import type { VerificationChannel } from '../../../db/enums.ts';
import type { Sender } from '../../callers/credentials.ts';
import { admit } from '../../callers/guards.ts';
import type { IdempotencyKey } from '../../callers/route.ts';
import { answerOnce } from '../../edge/http/idempotency.ts';
import { noteLimitReached } from '../../money/allowances/limit-reached.ts';
import { requireProved } from '../../money/trial/require-proved.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { undoRefused } from '../../platform/kit/undo-refused.ts';
import type { Deps } from '../deps.ts';
import { sendSms } from '../messaging/sending/send.ts';
import { CODE_TEXTS } from '../senders/code-text.ts';
import { requireCountries } from '../senders/require-sender.ts';
import { callWithCode, codeCallerId } from '../voice/call-with-code.ts';
import { readCallPreference, requireCarrier } from '../voice/running/calling-carriers.ts';
import { unsealCode } from './code.ts';
import { createVerification as endpoint } from './contract.ts';
import type { VerificationRow } from './present.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

interface By {
  deps: Deps;
  credential: Sender;
  idempotencyKey: IdempotencyKey | null;
}

const sent = z.object({ id: z.string() });

/** Tells whether calls that read out codes are set up. */
export const canSpeak = ({ config }: Pick<Deps, 'config'>): boolean => config.codeCallerId !== null;

/**
 * Brings the code of a verification by a message or a call, charged as one.
 * @returns the verification that the request with this key was about before, where there was one: then nothing is sent
 * @throws as `sendSms` or `placeCall`; not_allowed_now (no such calls here)
 */
export async function deliverCode(
  by: By,
  verification: VerificationRow,
  channel: VerificationChannel,
): Promise<string | null> {
  return channel === 'sms' ? sendCode(by, verification) : sayCode(by, verification);
}

async function sendCode(
  { deps, credential, idempotencyKey }: By,
  { id, userId, number, sender, language, expiresAt }: VerificationRow,
): Promise<string | null> {
  const isOperators = sender === deps.config.codeSender;
  if (isOperators) {
    requireCountries({ name: sender, registeredIn: [], numbers: [number], pathOf: () => 'to' });
  }
  const [messageId, sendId] = [newId(deps.clock), newId(deps.clock)];
  const now = deps.clock.now();
  // Before the message, which may leave at once.
  await deps.db
    .insert(verificationSends)
    .values({ id: sendId, verificationId: id, channel: 'sms', messageId, at: now });
  const forget = () => deps.db.delete(verificationSends).where(eq(verificationSends.id, sendId));
  const sending = sendSms(
    { deps, credential, idempotencyKey },
    {
      ...{ owner: userId, senderId: sender, operatorSender: isOperators, recipients: [number], messageId },
      message: CODE_TEXTS[language],
      urgent: true,
      validityMinutes: Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / MINUTE_MS)),
    },
  );
  const answer = await undoRefused(sending, forget);
  const first = sent.parse(JSON.parse(answer.text)).id;
  if (first === messageId) return null;
  // The same key again.
  await forget();
  const [before] = await deps.db
    .select({ id: verificationSends.verificationId })
    .from(verificationSends)
    .where(eq(verificationSends.messageId, first));
  return before?.id ?? null;
}

async function sayCode({ deps, credential, idempotencyKey: key }: By, row: VerificationRow): Promise<string | null> {
  const { id: verificationId, userId, number, language } = row;
  const { id: actorId, isLimited } = await admit(deps, credential, endpoint, userId);
  if (isLimited) throw new Problem('forbidden', 'A key with a daily limit sends messages, and makes no calls');
  codeCallerId(deps);
  await requireProved(deps, { userId, numbers: [number] }, () => 'to');
  const preference = await readCallPreference(deps);
  requireCarrier(deps, preference);
  const work = async (tx: Transaction) => {
    const code = unsealCode(deps.config, verificationId, row.sealedCode) ?? '';
    const call = await callWithCode({ deps, tx }, { userId, number, code, language, preference, field: 'to' });
    const send = { id: newId(tx.clock), verificationId, channel: 'call', callId: call.id, at: tx.now } as const;
    await tx.db.insert(verificationSends).values(send);
    return { status: 201, text: JSON.stringify({ id: verificationId }) };
  };
  const answer = await noteLimitReached(deps, {
    userId,
    work: () =>
      transact(deps, (tx) =>
        key ? answerOnce({ tx, config: deps.config }, { ...key, userId: actorId }, () => work(tx)) : work(tx),
      ),
  });
  const first = sent.parse(JSON.parse(answer.text)).id;
  return first === verificationId ? null : first;
}
