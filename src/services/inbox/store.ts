import { and, count, eq, sql as template } from 'drizzle-orm';
import {
  answerRules,
  conversationMessages,
  conversations,
  didNumbers,
  receivedParts,
} from '../../../db/schema/index.ts';
import { countFor } from '../../carriers/counts.ts';
import type { IncomingSms } from '../../carriers/incoming-sms.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { storable } from '../../platform/kit/storable.ts';
import type { Deps } from '../deps.ts';
import { beginningOf } from './conversations.ts';
import { messageReceivedEvent } from './events.ts';
import { answerByRule } from './answers/answer-by-rule.ts';
import type { AnswerPlan } from './answers/choose-rule.ts';
import type { Limits } from './answers/earlier.ts';
import { limitsOf } from './answers/limits-of.ts';
import { answerWish } from './replies/answer-wish.ts';

/**
 * Stores an incoming message: its row, its conversation and its event. If it is one of several parts, that happens
 * when the last part arrives. STOP, START and HELP are taken, and the number's rules applied, in the same transaction. A message to a number without an
 * owner is logged and dropped; a message that a carrier has delivered before changes nothing.
 */
export async function store(
  { tx, deps }: { tx: Transaction; deps: Pick<Deps, 'log' | 'config'> },
  { provider, message }: { provider: string; message: IncomingSms },
): Promise<void> {
  const [number] = await tx.db
    .select({
      userId: didNumbers.userId,
      mailMessages: didNumbers.mailMessages,
      rules: answerRules.rules,
      office: answerRules.office,
      answersPerDay: answerRules.answersPerDay,
    })
    .from(didNumbers)
    .leftJoin(
      answerRules,
      and(eq(answerRules.numberId, didNumbers.id), eq(answerRules.userId, didNumbers.userId)),
    )
    .where(and(eq(didNumbers.number, message.to), eq(didNumbers.status, 'active')));
  if (!number) {
    await countFor(tx, { carrier: provider, what: 'messages_to_nobody', by: 1 });
    deps.log.warn(
      { carrier: provider, number: message.to },
      'a message to a number that is nobody’s was dropped',
    );
    return;
  }
  const whole = message.part ? await join(tx, { provider, message, part: message.part }) : message;
  if (!whole) return;
  const { userId, mailMessages, rules, office, answersPerDay } = number;
  const plan = rules && { rules, office, limits: limitsOf(deps, answersPerDay) };
  await keep(tx, { provider, userId, mailMessages, plan, message: whole });
}

/** The complete message once its last part has arrived; until then null. */
async function join(
  tx: Transaction,
  {
    provider,
    message,
    part,
  }: { provider: string; message: IncomingSms; part: NonNullable<IncomingSms['part']> },
): Promise<IncomingSms | null> {
  const { from, to } = message;
  const same = and(
    eq(receivedParts.provider, provider),
    eq(receivedParts.fromNumber, from),
    eq(receivedParts.toNumber, to),
    eq(receivedParts.reference, part.reference),
  );
  // Parts that arrive at the same time are stored one after the other, so that the last one sees all others.
  await tx.db.execute(template`
    select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([provider, from, to, part.reference])}, 0))`);
  await tx.db
    .insert(receivedParts)
    .values({
      provider,
      fromNumber: from,
      toNumber: to,
      reference: part.reference,
      part: part.number,
      parts: part.count,
      text: storable(message.text),
      receivedAt: tx.now,
    })
    .onConflictDoNothing();
  const [there] = await tx.db.select({ parts: count() }).from(receivedParts).where(same);
  if ((there?.parts ?? 0) < part.count) return null;
  const parts = await tx.db.delete(receivedParts).where(same).returning();
  const text = parts
    .toSorted((one, other) => one.part - other.part)
    .map((each) => each.text)
    .join('');
  return { ...message, text, part: null };
}

interface Kept {
  provider: string;
  /** The owner of the number, and whether the owner wants the message by mail too. */
  userId: string;
  mailMessages: boolean;
  /** What the number answers by itself. */
  plan: (AnswerPlan & { limits: Limits }) | null;
  message: IncomingSms;
}

async function keep(tx: Transaction, { provider, userId, mailMessages, plan, message }: Kept): Promise<void> {
  const text = storable(message.text);
  const from = storable(message.from).slice(0, 32);
  const id = newId(tx.clock);
  const [pair] = await tx.db
    .insert(conversations)
    .values({
      id: newId(tx.clock),
      userId,
      ownNumber: message.to,
      otherNumber: from,
      lastAt: tx.now,
      lastText: '',
      lastIncoming: true,
    })
    .onConflictDoUpdate({
      target: [conversations.userId, conversations.ownNumber, conversations.otherNumber],
      // The update locks the conversation and returns it.
      set: { otherNumber: from },
    })
    .returning();
  if (!pair) throw new Error('an upsert returned no row');
  const [stored] = await tx.db
    .insert(conversationMessages)
    .values({
      id,
      conversationId: pair.id,
      userId,
      incoming: true,
      text,
      at: tx.now,
      provider,
      carrierMessageId: message.carrierMessageId,
    })
    .onConflictDoNothing()
    .returning({ id: conversationMessages.id });
  if (!stored) return;
  await tx.db
    .update(conversations)
    .set({
      lastAt: tx.now,
      lastText: beginningOf(text),
      lastIncoming: true,
      unread: template`${conversations.unread} + 1`,
    })
    .where(eq(conversations.id, pair.id));
  const written = { userId, conversationId: pair.id, from, to: message.to, text };
  const isWish = await answerWish(tx, written);
  if (!isWish && plan) await answerByRule(tx, plan, { ...written, id, name: pair.name, mailMessages });
  if (mailMessages) await writeMail(tx, userId, { kind: 'message_received', from, to: message.to, text });
  tx.publish(messageReceivedEvent, userId, {
    id,
    userId,
    conversationId: pair.id,
    to: message.to,
    from,
    text,
    receivedAt: tx.now.toISOString(),
  });
}
