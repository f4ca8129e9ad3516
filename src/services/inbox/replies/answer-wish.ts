import { and, count, eq, gt } from 'drizzle-orm';
import { autoReplies } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { takeWish } from '../../messaging/opt-outs/take-wish.ts';
import { addReply } from './reply-job.ts';

/** HELP is answered so often within an hour; two machines that answer each other stop there. */
const HELP_AN_HOUR = 3;
const HOUR_MS = 3_600_000;

interface Incoming {
  answerId: string;
  userId: string;
  conversationId: string;
  from: string;
  to: string;
  text: string;
}

/** Takes STOP, START and HELP, and answers. @returns whether it was such a word: then nothing else answers it */
export async function answerWish(tx: Transaction, incoming: Incoming): Promise<boolean> {
  const taken = await takeWish(tx, incoming);
  if (!taken) return false;
  const { answerId, userId, conversationId } = incoming;
  const { wish: cause, answer: text } = taken;
  if (text !== null && (cause !== 'help' || (await helpedLately(tx, conversationId)) < HELP_AN_HOUR)) {
    await addReply(tx, { answerId, userId, conversationId, cause, text });
  }
  return true;
}

async function helpedLately(tx: Transaction, conversationId: string): Promise<number> {
  const [row] = await tx.db
    .select({ replies: count() })
    .from(autoReplies)
    .where(
      and(
        eq(autoReplies.conversationId, conversationId),
        eq(autoReplies.cause, 'help'),
        gt(autoReplies.at, new Date(tx.now.getTime() - HOUR_MS)),
      ),
    );
  return row?.replies ?? 0;
}
