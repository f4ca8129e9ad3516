import { sql as template } from 'drizzle-orm';
import { addJobSql } from '../../../../db/jobs.ts';
import { autoReplies, conversationMessages } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';

/** The job that sends one automatic reply. */
export const SEND_REPLY = 'send-auto-reply';

type Row = typeof autoReplies.$inferInsert;

type Reply = Pick<Row, 'userId' | 'conversationId' | 'cause' | 'text' | 'keyword' | 'recipient'> & {
  /** Its id in the conversation, by which it stands right after the message that it answers. */
  answerId: string;
};

/**
 * Has a number answer by itself after the transaction: the reply, its place in the conversation and its job exist if
 * and only if the message that it answers is stored.
 */
export async function addReply(tx: Transaction, { answerId, ...reply }: Reply): Promise<void> {
  const { userId, conversationId, text } = reply;
  const [id, messageId] = [newId(tx.clock), newId(tx.clock)];
  await tx.db.insert(autoReplies).values({ id, ...reply, status: 'waiting', messageId, at: tx.now });
  // Shown only once there is such a message. One that is sent on is not said to the sender.
  if ((reply.recipient ?? null) === null) {
    await tx.db
      .insert(conversationMessages)
      .values({ id: answerId, conversationId, userId, incoming: false, text, at: tx.now, messageId });
  }
  await tx.db.execute(
    template`select ${addJobSql(SEND_REPLY, {
      key: template`${`${SEND_REPLY}:${id}`}`,
      payload: template`json_build_object('replyId', ${id}::text)`,
      delay: template`interval '0'`,
    })}`,
  );
}
