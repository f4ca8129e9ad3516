import type { Transaction } from '../../../platform/events/transact.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import type { ReceivedPicture } from '../contract.ts';
import { addReply } from '../replies/reply-job.ts';
import { ruleMatchedEvent } from '../events.ts';
import type { AnswerPlan } from './choose-rule.ts';
import { type Act, decide, type Incoming } from './decide.ts';
import type { Limits } from './earlier.ts';

/** A message that was stored just now. */
export interface Stored extends Incoming {
  id: string;
  answerId: string;
  conversationId: string;
  pictures: readonly ReceivedPicture[];
  /** Its owner gets every message by mail. */
  mailMessages: boolean;
  /** The words about it in a letter. */
  mailText: string;
}

/**
 * Does with a message what the number's rules say, in the transaction that stores it.
 * @param plan with how often one sender is answered
 */
export async function answerByRule(
  tx: Transaction,
  plan: AnswerPlan & { limits: Limits },
  message: Stored,
): Promise<void> {
  const { acts } = await decide({ db: tx.db, now: tx.now, limits: plan.limits }, plan, message);
  for (const act of acts) if (act.heldBack === null) await perform(tx, act, message);
}

async function perform(tx: Transaction, act: Act, message: Stored): Promise<void> {
  const { id, answerId, userId, conversationId, from, to, text, pictures } = message;
  switch (act.kind) {
    case 'answer':
    case 'forward': {
      const { cause, keyword, text: said } = act;
      const recipient = act.kind === 'forward' ? act.to : null;
      return addReply(tx, { answerId, userId, conversationId, cause, keyword, recipient, text: said });
    }
    case 'mail':
      // An owner who gets every message by mail has this one already.
      if (!message.mailMessages)
        await writeMail(tx, userId, { kind: 'message_received', from, to, text: message.mailText });
      return;
    case 'webhook': {
      const { ruleId, webhookId, keyword } = act;
      const received = {
        ...{ id, conversationId, to, from, text, pictures: [...pictures] },
        receivedAt: tx.now.toISOString(),
      };
      tx.publish(ruleMatchedEvent, userId, { ...received, userId, ruleId, webhookId, keyword });
    }
  }
}
