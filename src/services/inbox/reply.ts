import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { conversationMessages, conversations } from '../../../db/schema/index.ts';
import type { Sender } from '../../callers/credentials.ts';
import { admit } from '../../callers/guards.ts';
import type { IdempotencyKey } from '../../callers/route.ts';
import { transact } from '../../platform/events/transact.ts';
import type { RawJson } from '../../platform/kit/answer.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { undoRefused } from '../../platform/kit/undo-refused.ts';
import type { Deps } from '../deps.ts';
import { sendSms } from '../messaging/sending/send.ts';
import { replyToConversation as endpoint } from './contract.ts';
import { beginningOf, readConversation } from './conversations.ts';
import { conversationChangedEvent } from './events.ts';

const sent = z.object({ id: z.string() });

interface Reply {
  userId: string;
  conversationId: string;
  message: string;
  media?: string | null | undefined;
  unfilledPlaceholders?: boolean | undefined;
}

/**
 * Replies in a conversation, from the customer's number: an ordinary message, charged as one. Its row in the
 * conversation is written first, with the id that the message will have; after a crash between the two writes, that
 * row is not shown.
 * @throws as `sendSms`; not_found, not_allowed_now (the number is no longer theirs, or there is no number to reply to)
 */
export async function reply(
  { deps, credential, idempotencyKey }: { deps: Deps; credential: Sender; idempotencyKey: IdempotencyKey | null },
  { userId, conversationId, message, media, unfilledPlaceholders }: Reply,
): Promise<RawJson> {
  await admit(deps, credential, endpoint, userId);
  const { ownNumber, otherNumber, canReply } = await readConversation(deps.db, { userId, conversationId });
  if (!canReply) throw new Problem('not_allowed_now', sentence('noReply'));
  const messageId = newId(deps.clock);
  const id = newId(deps.clock);
  await deps.db
    .insert(conversationMessages)
    .values({ id, conversationId, userId, incoming: false, text: message, at: deps.clock.now(), messageId });
  const forget = () => deps.db.delete(conversationMessages).where(eq(conversationMessages.id, id));
  const sending = sendSms(
    { deps, credential, idempotencyKey },
    {
      ...{ owner: userId, senderId: ownNumber, recipients: [otherNumber], message, messageId },
      ...{ media, unfilledPlaceholders },
    },
  );
  const answer = await undoRefused(sending, forget);
  // The same key again: the first message stands in the conversation, or its text was taken out since.
  if (sent.parse(JSON.parse(answer.text)).id !== messageId) {
    await forget();
    return answer;
  }
  await transact(deps, async (tx) => {
    await tx.db
      .update(conversations)
      .set({ lastAt: tx.now, lastText: beginningOf(message), lastIncoming: false })
      .where(eq(conversations.id, conversationId));
    tx.publish(conversationChangedEvent, userId, { userId, id: conversationId });
  });
  return answer;
}
