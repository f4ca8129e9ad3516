import type { Transaction } from '../../../platform/events/transact.ts';
import { takeKeyword } from '../../messaging/opt-outs/take-keyword.ts';
import { readEarlier } from '../answers/earlier.ts';
import { addReply } from './reply-job.ts';

interface Incoming {
  answerId: string;
  userId: string;
  conversationId: string;
  from: string;
  to: string;
  text: string;
}

/**
 * Takes STOP, START and HELP, and answers. What is answered counts with all other automatic answers to that sender: the
 * words in turns would cost the account a message each. The first STOP of a day is confirmed all the same.
 * @param answersPerDay how often one sender is answered in 24 hours
 * @returns whether it was such a word: then nothing else answers it
 */
export async function answerKeyword(tx: Transaction, answersPerDay: number, incoming: Incoming): Promise<boolean> {
  const taken = await takeKeyword(tx, incoming);
  if (!taken) return false;
  const { answerId, userId, conversationId } = incoming;
  const { optOutKeyword: cause, answer: text } = taken;
  if (text === null) return true;
  const { answersInDay, stopsInDay } = await readEarlier({ db: tx.db, now: tx.now }, { conversationId });
  if (answersInDay < answersPerDay || (cause === 'stop' && stopsInDay === 0)) {
    await addReply(tx, { answerId, userId, conversationId, cause, text });
  }
  return true;
}
