import { conversations } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Conversation, updateConversation as contract } from './contract.ts';
import { ownConversation, readConversation } from './conversations.ts';
import { conversationChangedEvent } from './events.ts';

type Change = BodyOf<typeof contract> & { userId: string; conversationId: string };

/** Names the other side of a conversation, or marks it as read. @throws not_found, also for another account's */
export async function updateConversation(
  { tx }: { tx: Transaction },
  { userId, conversationId, name, read }: Change,
): Promise<Conversation> {
  const change = { ...(name === undefined ? {} : { name: name === '' ? null : name }), ...(read ? { unread: 0 } : {}) };
  if (Object.keys(change).length > 0) {
    const [changed] = await tx.db
      .update(conversations)
      .set(change)
      .where(ownConversation(userId, conversationId))
      .returning({ id: conversations.id });
    if (!changed) throw notFound('Conversation');
    tx.publish(conversationChangedEvent, userId, { userId, id: conversationId });
  }
  return readConversation(tx.db, { userId, conversationId });
}
