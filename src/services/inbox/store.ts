import { eq, and, sql as template } from 'drizzle-orm';
import { conversationMessages, answerRules, didNumbers, users } from '../../../db/schema/index.ts';
import { countFor } from '../../carriers/counts.ts';
import type { IncomingPicture, IncomingSms } from '../../carriers/incoming-sms.ts';
import { takeEachOnce } from '../../carriers/take-once.ts';
import { chargeReceived } from '../../money/ledger/charge-received.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { queueReceived } from '../messaging/smpp/queue-deliveries.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney, type Money, ZERO, parseMoney } from '../../platform/kit/money.ts';
import { storable } from '../../platform/kit/storable.ts';
import type { Deps } from '../deps.ts';
import { RECEIVED_PRICE_GBP } from '../../money/pricing/received-price.ts';
import { settingSql } from '../../platform/settings/setting-sql.ts';
import { addToConversations, type Joined, type NewMessage } from './add-to-conversations.ts';
import { answerByRule } from './answers/answer-by-rule.ts';
import type { Delivery, Received } from './delivery.ts';
import { messageReceivedEvent } from './events.ts';
import type { ReceivedPicture } from './contract.ts';
import { keepPictures } from './pictures/keep-pictures.ts';
import { joinParts } from './join-parts.ts';
import { answerKeyword } from './replies/answer-keyword.ts';
import type { AnswerPlan } from './answers/choose-rule.ts';
import type { Limits } from './answers/earlier.ts';
import { limitsOf } from './answers/limits-of.ts';

interface Context {
  tx: Transaction;
  deps: Pick<Deps, 'log' | 'config'>;
}

/**
 * Stores what carriers have delivered: for each message its row, its conversation, its charge and its event. If a
 * message is one of several parts, that happens when the last part arrives. STOP, START and HELP are taken, and the
 * number's rules applied, in the same transaction. A message to a number without an owner is logged and dropped; one
 * that a carrier has delivered before changes nothing. Runs within `storing`.
 * @param deliveries in the order in which they came. The result is the same as if each were stored alone
 */
export async function store(context: Context, deliveries: readonly Delivery[]): Promise<void> {
  const { tx } = context;
  const received = await takeNew(tx, deliveries);
  if (received.length === 0) return;
  const owners = await findOwners(
    context,
    received.map(({ message }) => storable(message.to)),
  );
  const [owned, lost] = [[], []] as [Received[], Received[]];
  for (const each of received) (owners.has(each.message.to) ? owned : lost).push(each);
  const joined = await joinParts(tx, owned);
  await keep(
    context,
    joined.flatMap((message, place) => whole(tx, owners, owned[place]?.provider, message)),
  );
  await drop(context, lost);
}

/** Stores messages of which not all parts came, as `store` does with whole ones. Runs within `storing`. */
export async function storeAsTheyAre(context: Context, received: readonly Received[]): Promise<void> {
  const owners = await findOwners(
    context,
    received.map(({ message }) => storable(message.to)),
  );
  const { tx } = context;
  const messages = received.flatMap(({ provider, message }) => whole(tx, owners, provider, message));
  await keep(
    context,
    messages.map((message) => ({ ...message, hasGaps: true })),
  );
}

function whole(
  { clock }: Transaction,
  owners: ReadonlyMap<string, Owner>,
  provider: string | undefined,
  message: IncomingSms | null | undefined,
): Message[] {
  const owner = message && owners.get(message.to);
  if (!owner || provider === undefined) return [];
  const { from, to, text, carrierMessageId, pictures = [] } = message;
  return [
    {
      ...{ id: newId(clock), answerId: newId(clock), userId: owner.userId, owner, provider },
      ...{ to, text: storable(text) },
      ...{ from: storable(from).slice(0, 32), carrierMessageId, hasGaps: false, pictures },
    },
  ];
}

/** Takes each message once that carriers have not delivered before. */
async function takeNew(tx: Transaction, deliveries: readonly Delivery[]): Promise<Received[]> {
  const firsts = await takeEachOnce(
    tx,
    deliveries.flatMap(({ taking }) => taking ?? []),
  );
  return deliveries
    .filter(({ taking }) => taking === null || firsts.delete(taking.digest))
    .flatMap(({ provider, messages }) => messages.map((message) => ({ provider, message })));
}

interface Message extends NewMessage {
  owner: Owner;
  pictures: readonly IncomingPicture[];
  /** Parts of it never came: a word that is left of it is no opt-out keyword. */
  hasGaps: boolean;
  /** For the number's own answer: after this message, and before the next one of a group. */
  answerId: string;
}

/** A message that was added to its conversation. */
interface Added extends Omit<Message, 'pictures'>, Joined {
  pictures: readonly ReceivedPicture[];
  /** The events that it causes go out right before the message itself. */
  events: (() => void)[];
}

async function keep({ tx, deps }: Context, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const conversations = await addToConversations(tx, messages);
  const added: Added[] = [];
  for (const { pictures, ...message } of messages) {
    const joined = conversations.get(message.id);
    if (!joined) continue;
    added.push({ ...message, ...joined, pictures: await keepPictures(tx, message, pictures), events: [] });
  }
  // Accounts, and then senders, are locked in one order everywhere; an account's charges keep that of arrival.
  const charges = new Map<string, Charge>();
  for (const each of inOrderOf(added, ({ userId }) => userId)) {
    charges.set(each.id, await charge(holding(tx, each), each));
  }
  for (const each of inOrderOf(added, ({ userId, from }) => `${userId} ${from}`)) {
    await answer(holding(tx, each), each, deps.config.publicUrl);
  }
  for (const { id, userId, conversationId, from, to, text, pictures, events } of added) {
    for (const tell of events) tell();
    const { cost, unpaid } = charges.get(id) ?? FREE;
    await queueReceived(tx, userId, { from, to, text });
    tx.publish(messageReceivedEvent, userId, {
      ...{ id, userId, conversationId, from, to, text, pictures: [...pictures] },
      ...{ cost: formatMoney(cost), unpaid: formatMoney(unpaid) },
      receivedAt: tx.now.toISOString(),
    });
  }
}

/** Sorted by a key; those with the same one keep their order. */
const inOrderOf = (added: readonly Added[], key: (each: Added) => string): Added[] =>
  added
    .map((each) => ({ each, key: key(each) }))
    .toSorted((one, other) => Number(one.key > other.key) - Number(one.key < other.key))
    .map(({ each }) => each);

/** The transaction, but what it publishes is told with the message. */
const holding = (tx: Transaction, { events }: Added): Transaction => ({
  ...tx,
  publish: (kind, owner, data) => {
    events.push(() => tx.publish(kind, owner, data));
  },
});

/** The charge for a message, and the amount that its owner's credit did not cover. */
interface Charge {
  cost: Money;
  unpaid: Money;
}
const FREE: Charge = { cost: ZERO, unpaid: ZERO };

/** Charges a message that was just stored, and notes at it what was charged and what was not. */
async function charge(tx: Transaction, { id, userId, from, to, owner: { price } }: Added): Promise<Charge> {
  if (price === ZERO) return FREE;
  const transactionId = await chargeReceived(tx, { userId, price, from, to });
  const shares = transactionId ? { cost: price, unpaid: ZERO } : { cost: ZERO, unpaid: price };
  await tx.db
    .update(conversationMessages)
    .set({ ...shares, transactionId })
    .where(eq(conversationMessages.id, id));
  return shares;
}

/** Answers a message by itself, and mails it, where that is wanted. */
async function answer(
  tx: Transaction,
  { owner: { plan, limits, mailMessages }, ...message }: Added,
  publicUrl: string,
): Promise<void> {
  const { userId, from, to, pictures } = message;
  // A letter names where the pictures are: its reader signs in there.
  const mailText = [message.text, ...pictures.map(({ url }) => publicUrl + url)].filter(Boolean).join('\n');
  const isKeyword = !message.hasGaps && (await answerKeyword(tx, limits.answersPerDay, message));
  if (!isKeyword && plan) await answerByRule(tx, { ...plan, limits }, { ...message, mailMessages, mailText });
  if (mailMessages) await writeMail(tx, userId, { kind: 'message_received', from, to, text: mailText });
}

/** Messages to numbers that are nobody's are logged and counted. */
async function drop({ tx, deps }: Context, lost: readonly Received[]): Promise<void> {
  for (const { provider, message } of lost) {
    deps.log.warn({ carrier: provider, number: message.to }, 'a message to a number that is nobody’s was dropped');
  }
  const byCarrier = Map.groupBy(lost, ({ provider }) => provider);
  for (const carrier of [...byCarrier.keys()].toSorted()) {
    await countFor(tx, { carrier, what: 'messages_to_nobody', by: byCarrier.get(carrier)?.length ?? 0 });
  }
}

/** An owner has the number, and says what happens to a message to it. */
interface Owner {
  userId: string;
  /** The owner wants the message by mail too. */
  mailMessages: boolean;
  /** The number's automatic answers. */
  plan: AnswerPlan | null;
  limits: Limits;
  /** The price that the owner pays for the message. */
  price: Money;
}

/** The owners of numbers; a number that is nobody's is not among them. */
async function findOwners(
  { tx, deps }: { tx: Transaction; deps: Pick<Deps, 'config'> },
  numbers: readonly string[],
): Promise<Map<string, Owner>> {
  const setPrice = settingSql('received_price', template`${tx.now.toISOString()}::timestamptz`);
  const wanted = JSON.stringify([...new Set(numbers)]);
  const rows = await tx.db
    .select({
      number: didNumbers.number,
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
    .leftJoin(answerRules, and(eq(answerRules.numberId, didNumbers.id), eq(answerRules.userId, didNumbers.userId)))
    .where(
      and(
        template`${didNumbers.number} = any (array(select json_array_elements_text(${wanted}::text::json)))`,
        eq(didNumbers.status, 'active'),
      ),
    );
  return new Map(
    rows.map(({ number, userId, mailMessages, rules, office, answersPerDay, price }) => {
      const plan = rules && { rules, office };
      const limits = limitsOf(deps, answersPerDay);
      return [number, { userId, mailMessages, plan, limits, price: parseMoney(price ?? RECEIVED_PRICE_GBP) }];
    }),
  );
}
