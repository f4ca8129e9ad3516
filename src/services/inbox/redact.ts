import { and, eq, sql as template } from 'drizzle-orm';
import { conversationMessages, conversations, shortLinks } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import { requireUser } from '../../callers/require-user.ts';
import { redactEvents } from '../../platform/events/redact-events.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import { forgetContact } from '../contacts/remove.ts';
import { requireNumber } from '../contacts/save.ts';
import { lockMessage } from '../messaging/sending/lock-message.ts';
import { forgetRecipient, redactTexts } from '../messaging/sending/redact.ts';
import { conversationChangedEvent } from './events.ts';

interface Context {
  tx: Transaction;
  actor: Actor;
}

/**
 * Takes the text of a message out of everything that has it. What it cost and whom it reached stays.
 * @throws not_found, not_allowed_now (some of it is on its way)
 */
export async function redactSms(
  { tx, actor }: Context,
  { owner, message: id }: { owner: string; message: string },
): Promise<undefined> {
  const message = await lockMessage(tx, { owner, message: id });
  if (message.queuedCount > 0 || message.unknownCount > 0) throw new Problem('not_allowed_now', sentence('underWay'));
  await redactTexts(tx, [id]);
  await tx.db.execute(template`update auto_replies set text = '' where message_id = ${id}::uuid`);
  // A reply is a message to one number, between the two of its conversation.
  await redactConversations(
    tx,
    template`m.message_id = ${id}::uuid and m.conversation_id in (
      select c.id from conversations c join sms_recipients r on r.number = c.other_number and r.message_id = ${id}::uuid
      where c.user_id = ${owner}::uuid and c.own_number = ${message.senderId})`,
  );
  await audit(tx, actor, 'message.redacted', { subject: id, userId: owner });
}

/** The same for a message of a conversation, also for one that came in. @throws as `redactSms` */
export async function redactOfConversation(
  { tx, actor }: Context,
  { owner, conversation, message: id }: { owner: string; conversation: string; message: string },
): Promise<undefined> {
  const [found] = await tx.db
    .select({ sent: conversationMessages.messageId })
    .from(conversationMessages)
    .where(
      and(
        ...[eq(conversationMessages.id, id), eq(conversationMessages.userId, owner)],
        eq(conversationMessages.conversationId, conversation),
      ),
    );
  if (!found) throw notFound('Message');
  if (found.sent !== null) return redactSms({ tx, actor }, { owner, message: found.sent });
  await redactConversations(tx, template`m.id = ${id}::uuid`);
  tx.publish(conversationChangedEvent, owner, { userId: owner, id: conversation });
  await audit(tx, actor, 'message.redacted', { subject: id, userId: owner });
}

/** Webhooks and streams get the stored form of a message, so it has its time. */
async function redactConversations(tx: Transaction, these: ReturnType<typeof template>): Promise<void> {
  const around = template`between m.at - interval '1 minute' and m.at + interval '1 minute'`;
  // Ids of deliveries follow the time at which they were made.
  const idAt = (ms: number) => template`(lpad(to_hex((extract(epoch from m.at) * 1000)::bigint + ${ms}::int), 12, '0')
    || repeat('0', 20))::uuid`;
  const kinds = template`in ('message-received', 'rule-matched')`;
  await tx.db.execute(template`
    update conversations c set last_text = '' from conversation_messages m
    where ${these} and c.id = m.conversation_id and c.last_at = m.at`);
  await tx.db.execute(template`
    update webhook_deliveries d set body = jsonb_set(d.body::jsonb, '{data,text}', '""')::text
    from conversation_messages m join webhooks w on w.user_id = m.user_id
    where ${these} and d.webhook_id = w.id and d.id between ${idAt(-60_000)} and ${idAt(60_000)} and d.event ${kinds}
      and d.body::jsonb #>> '{data,id}' = m.id::text`);
  await redactEvents(
    tx,
    template`from conversation_messages m where ${these} and e.user_id = m.user_id
    and e.at ${around} and e.name ${kinds} and e.data::jsonb ->> 'id' = m.id::text`,
  );
  await tx.db.execute(template`
    update received_pictures p set status = 'deleted', due_at = ${tx.now.toISOString()}::timestamptz
    from conversation_messages m where ${these} and p.message_id = m.id and p.status <> 'deleted'`);
  await tx.db.execute(template`update conversation_messages m set text = '' where ${these}`);
}

/**
 * Removes a person from everything: their contact, their conversations, and their number from messages. An opt-out
 * stays, because nothing may be sent to them again.
 * @throws not_found, validation_failed (number), not_allowed_now (a message to them is on its way)
 */
export async function erasePerson(
  { tx, actor }: Context,
  { userId, number: typed }: { userId: string; number: string },
): Promise<undefined> {
  const { country } = await requireUser(tx, userId);
  const number = requireNumber(typed, country);
  if (!(await forgetRecipient(tx, userId, number))) {
    throw new Problem('not_allowed_now', sentence('underWay'));
  }
  const theirs = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.userId, userId), eq(conversations.otherNumber, number)));
  for (const { id } of theirs) {
    await redactConversations(tx, template`m.conversation_id = ${id}::uuid`);
    await tx.db.delete(conversationMessages).where(eq(conversationMessages.conversationId, id));
    await tx.db.delete(conversations).where(eq(conversations.id, id));
    tx.publish(conversationChangedEvent, userId, { userId, id });
  }
  await tx.db.execute(template`
    update webhook_deliveries d set body = replace(d.body, ${number}, '…') from webhooks w
    where w.user_id = ${userId}::uuid and d.webhook_id = w.id and strpos(d.body, ${number}) > 0`);
  await forgetContact(tx, userId, number);
  await tx.db.delete(shortLinks).where(and(eq(shortLinks.userId, userId), eq(shortLinks.number, number)));
  // Its row of the audit log does not say who it was.
  await audit(tx, actor, 'person.erased', { userId });
}
