import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { autoReplies, conversations, smsMessages } from '../../../../db/schema/index.ts';
import { ofItself } from '../../../callers/credentials.ts';
import { transact } from '../../../platform/events/transact.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { sendSms } from '../../messaging/sending/send.ts';
import { conversationChangedEvent } from '../events.ts';

const payload = z.object({ replyId: z.uuid() });

/** From this status on the fault is ours, and it is tried again. */
const OUR_FAULT = 500;

/**
 * Sends an automatic reply: an ordinary message of the account, charged as one. One that is refused, for instance
 * without credit, stays in the list with its reason and is not tried again.
 */
export async function sendReply(deps: Deps, given: unknown): Promise<void> {
  const { replyId } = payload.parse(given);
  const [found] = await deps.db
    .select({ reply: autoReplies, from: conversations.ownNumber, sender: conversations.otherNumber })
    .from(autoReplies)
    .innerJoin(conversations, eq(conversations.id, autoReplies.conversationId))
    .where(and(eq(autoReplies.id, replyId), eq(autoReplies.status, 'waiting')));
  if (!found) return;
  const { reply, from, sender } = found;
  const problem = await send(deps, { ...reply, from, to: reply.recipient ?? sender });
  await transact(deps, async (tx) => {
    await tx.db
      .update(autoReplies)
      .set({ status: problem === null ? 'sent' : 'refused', problem })
      .where(and(eq(autoReplies.id, replyId), eq(autoReplies.status, 'waiting')));
    const { userId, conversationId: id } = reply;
    tx.publish(conversationChangedEvent, userId, { userId, id });
  });
}

type Reply = typeof autoReplies.$inferSelect & { from: string; to: string };

/** @returns the code of the refusal; null if it was accepted, now or by a process that then ended */
async function send(deps: Deps, { userId, messageId, cause, text, from, to }: Reply): Promise<string | null> {
  const [sent] = await deps.db.select({ id: smsMessages.id }).from(smsMessages).where(eq(smsMessages.id, messageId));
  if (sent) return null;
  try {
    await sendSms(
      { deps, credential: ofItself(userId), idempotencyKey: null },
      {
        ...{ owner: userId, senderId: from, recipients: [to], message: text, messageId },
        urgent: true,
        // A value of an incoming message may have braces.
        unfilledPlaceholders: true,
        // A sender who asks to stop, or for help, is answered once more.
        despiteOptOut: cause === 'stop' || cause === 'help',
      },
    );
    return null;
  } catch (error) {
    if (error instanceof Problem && error.status < OUR_FAULT) return error.reason;
    throw error;
  }
}
