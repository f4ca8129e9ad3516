import { and, count, eq, sql as template } from 'drizzle-orm';
import {
  answerRules,
  conversationMessages,
  didNumbers,
  receivedParts,
  users,
} from '../../../db/schema/index.ts';
import { countFor } from '../../carriers/counts.ts';
import type { IncomingSms } from '../../carriers/incoming-sms.ts';
import { chargeReceived } from '../../money/ledger/charge-received.ts';
import { RECEIVED_PRICE_GBP } from '../../money/pricing/received-price.ts';
import { settingSql } from '../../platform/settings/setting-sql.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney, type Money, parseMoney, ZERO } from '../../platform/kit/money.ts';
import { storable } from '../../platform/kit/storable.ts';
import type { Deps } from '../deps.ts';
import { addToConversation } from './add-to-conversation.ts';
import { messageReceivedEvent } from './events.ts';
import { answerByRule } from './answers/answer-by-rule.ts';
import type { AnswerPlan } from './answers/choose-rule.ts';
import type { Limits } from './answers/earlier.ts';
import { limitsOf } from './answers/limits-of.ts';
import { answerWish } from './replies/answer-wish.ts';

/**
 * Stores an incoming message: its row, its conversation, its charge and its event. If it is one of several parts, that
 * happens when the last part arrives. STOP, START and HELP are taken, and the number's rules applied, in the same
 * transaction. A message to a number without an owner is logged and dropped; a message that a carrier has delivered
 * before changes nothing.
 */
export async function store(
  { tx, deps }: { tx: Transaction; deps: Pick<Deps, 'log' | 'config'> },
  { provider, message }: { provider: string; message: IncomingSms },
): Promise<void> {
  const setPrice = settingSql('received_price', template`${tx.now.toISOString()}::timestamptz`);
  const [number] = await tx.db
    .select({
      userId: didNumbers.userId,
      mailMessages: didNumbers.mailMessages,
      rules: answerRules.rules,
      office: answerRules.office,
      answersPerDay: answerRules.answersPerDay,
      // A suspended account is charged nothing.
      price: template<string | null>`case when ${users.status} = 'active' then ${setPrice} end`,
    })
    .from(didNumbers)
    .innerJoin(users, eq(users.id, didNumbers.userId))
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
  const price = parseMoney(number.price ?? RECEIVED_PRICE_GBP);
  await keep(tx, { provider, userId, mailMessages, plan, price, message: whole });
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
  /** What the message costs the owner. */
  price: Money;
  message: IncomingSms;
}

async function keep(tx: Transaction, kept: Kept): Promise<void> {
  const { provider, userId, mailMessages, plan, price, message } = kept;
  const text = storable(message.text);
  const from = storable(message.from).slice(0, 32);
  const { to, carrierMessageId } = message;
  const id = newId(tx.clock);
  const conversation = await addToConversation(tx, {
    ...{ id, userId, provider, carrierMessageId, from, to, text },
  });
  if (!conversation) return;
  const { cost, unpaid } = await charge(tx, id, { userId, price, from, to });
  const written = { userId, conversationId: conversation.id, from, to, text };
  const isWish = await answerWish(tx, written);
  if (!isWish && plan) {
    await answerByRule(tx, plan, { ...written, id, name: conversation.name, mailMessages });
  }
  if (mailMessages) await writeMail(tx, userId, { kind: 'message_received', from, to, text });
  tx.publish(messageReceivedEvent, userId, {
    ...{ id, ...written },
    ...{ cost: formatMoney(cost), unpaid: formatMoney(unpaid) },
    receivedAt: tx.now.toISOString(),
  });
}

interface Charged {
  userId: string;
  price: Money;
  from: string;
  to: string;
}

/** Charges a message that was just stored, and notes at it what was charged and what was not. */
async function charge(
  tx: Transaction,
  id: string,
  charged: Charged,
): Promise<{ cost: Money; unpaid: Money }> {
  const { price } = charged;
  if (price === ZERO) return { cost: ZERO, unpaid: ZERO };
  const transactionId = await chargeReceived(tx, charged);
  const shares = transactionId ? { cost: price, unpaid: ZERO } : { cost: ZERO, unpaid: price };
  await tx.db
    .update(conversationMessages)
    .set({ ...shares, transactionId })
    .where(eq(conversationMessages.id, id));
  return shares;
}
