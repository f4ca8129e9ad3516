import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { smppMessages } from '../../../db/schema/index.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { validate } from '../../platform/kit/validate.ts';
import type { Deps } from '../deps.ts';
import { messageToSend } from '../messaging/contract.ts';
import { sendSms } from '../messaging/sending/send.ts';
import { withPlusSign } from '../../carriers/incoming-sms.ts';
import type { BoundAccount } from './bind.ts';
import { forgetParts, joinParts } from './join-parts.ts';
import type { Submission } from './read-submission.ts';

/** For so long a gateway that missed our answer is given it again. */
const AGAIN_WITHIN_MS = 5 * MINUTE_MS;

export const answersPath = (keyId: string): string => `/smpp/${keyId}`;

const answer = z.object({ id: z.string() });

/**
 * Takes what a gateway submits: as a message of the API, with its price, limits and charge. It has committed when this
 * has answered. What comes again in the same words at the same place is the same message.
 * @param place among those in the same words whose answers have not surely arrived, from 0
 * @returns the id of the message
 * @throws as `sendSms`
 */
export async function submit(
  deps: Deps,
  account: BoundAccount,
  submission: Submission,
  place: number,
): Promise<string> {
  const { part } = submission;
  if (part === null) return send(deps, account, submission, { key: `${submission.words} ${place}` });
  const { messageId, whole } = await joinParts(deps, account, { ...submission, part });
  if (whole === null) return messageId;
  const id = await send(deps, account, { ...submission, ...whole }, { key: messageId, messageId });
  await forgetParts(deps, messageId);
  return id;
}

async function send(
  deps: Deps,
  { keyId, userId, credential, cheaperSpelling }: BoundAccount,
  { source, recipients, text, sendAt, validityMinutes, report }: Submission,
  { key, messageId = newId(deps.clock) }: { key: string; messageId?: string },
): Promise<string> {
  const {
    media: _media,
    fields: _fields,
    ...body
  } = validate(messageToSend, {
    ...{
      senderId: withPlusSign(source),
      recipients,
      message: text,
      sendAt,
      validityMinutes,
      cheaperSpelling: cheaperSpelling || undefined,
    },
  });
  const { db, clock } = deps;
  if (report !== null) {
    const row = { messageId, keyId, userId, report, source, at: clock.now() };
    await db.insert(smppMessages).values(row).onConflictDoNothing();
  }
  const forgetReport = () => db.delete(smppMessages).where(eq(smppMessages.messageId, messageId));
  try {
    const since = new Date(clock.now().getTime() - AGAIN_WITHIN_MS);
    const idempotencyKey = { method: 'SMPP', path: answersPath(keyId), key, bodyHash: '', since };
    const { text: sent } = await sendSms(
      { deps, credential, idempotencyKey },
      { owner: userId, messageId, unfilledPlaceholders: true, ...body },
    );
    const { id } = answer.parse(JSON.parse(sent));
    if (id !== messageId && report !== null) await forgetReport();
    return id;
  } catch (error) {
    // Any other fault may have happened after the charge.
    if (error instanceof Problem && report !== null) await forgetReport();
    throw error;
  }
}
