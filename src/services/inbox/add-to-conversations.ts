import { sql as template } from 'drizzle-orm';
import { transact, type Transaction, type TransactionHost } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { beginningOf } from './conversations.ts';

/** Two processes stored one message at the same time; the one that came second has to begin again. */
class Repeated extends Error {}

/** Runs a transaction that stores messages, a second time where another process stored one of them meanwhile. */
export async function storing(deps: TransactionHost, work: (tx: Transaction) => Promise<void>): Promise<void> {
  try {
    await transact(deps, work);
  } catch (error) {
    if (!(error instanceof Repeated)) throw error;
    await transact(deps, work);
  }
}

/** A message that came in, as it is stored. */
export interface NewMessage {
  id: string;
  userId: string;
  provider: string;
  carrierMessageId: string | null;
  from: string;
  /** The account's number. */
  to: string;
  text: string;
}

/** A conversation to which a message was added. */
export interface Joined {
  conversationId: string;
  /** The customer's name for the sender. */
  name: string | null;
}

/**
 * Adds messages to their conversations, by one statement: in a storm of messages each further one would be felt. Runs
 * within `storing`. The rows are locked in one order everywhere.
 * @param messages in the order in which they came
 * @returns the conversations by the messages' ids, without messages that were there before
 */
export async function addToConversations(
  tx: Transaction,
  messages: readonly NewMessage[],
): Promise<Map<string, Joined>> {
  const rows = withoutCopies(messages).map(({ id, userId, provider, carrierMessageId, from, to, text }, place) => ({
    ...{ place, id, userId, provider, carrierMessageId, from, to, text, beginning: beginningOf(text) },
    // One of those of one conversation is used, if the conversation is new.
    pairId: newId(tx.clock),
  }));
  const now = template`${tx.now.toISOString()}::timestamptz`;
  const added = await tx.db.execute<{ id: string; pair_id: string; name: string | null; is_new: boolean }>(template`
    with given as (
      select g.* from json_to_recordset(${JSON.stringify(rows)}::text::json) as g (
        place integer, id uuid, "pairId" uuid, "userId" uuid, provider text, "carrierMessageId" text, "from" text,
        "to" text, text text, beginning text)
    ), fresh as (
      select g.* from given g
      where g."carrierMessageId" is null or not exists (
        select from conversation_messages m
        where m.provider = g.provider and m.provider_message_id = g."carrierMessageId")
    ), pair as (
      insert into conversations as c (id, user_id, own_number, other_number, last_at, last_text, last_incoming, unread)
      select distinct on (f."userId", f."to", f."from") f."pairId", f."userId", f."to", f."from", ${now}, f.beginning,
        true, count(*) over (partition by f."userId", f."to", f."from")
      from fresh f order by f."userId", f."to", f."from", f.place desc
      on conflict (user_id, own_number, other_number)
      do update set last_at = excluded.last_at, last_text = excluded.last_text, last_incoming = true,
        unread = c.unread + excluded.unread
      returning c.id, c.name, c.user_id, c.own_number, c.other_number
    ), placed as (
      select f.*, pair.id as conversation_id, pair.name from fresh f
      join pair on pair.user_id = f."userId" and pair.own_number = f."to" and pair.other_number = f."from"
    ), stored as (
      insert into conversation_messages (id, conversation_id, user_id, incoming, text, at, provider,
        provider_message_id)
      select p.id, p.conversation_id, p."userId", true, p.text, ${now}, p.provider, p."carrierMessageId"
      from placed p order by p.place
      on conflict do nothing returning id
    )
    select p.id, p.conversation_id as pair_id, p.name, s.id is not null as is_new
    from placed p left join stored s on s.id = p.id`);
  // Another process stored it while this one waited for the conversation: a second attempt sees that.
  if (added.some((each) => !each.is_new)) throw new Repeated();
  return new Map(added.map(({ id, pair_id: conversationId, name }) => [id, { conversationId, name }]));
}

/** Without a message that the carrier delivered twice, with two signatures. */
function withoutCopies(messages: readonly NewMessage[]): NewMessage[] {
  const seen = new Set<string>();
  return messages.filter(({ provider, carrierMessageId }) => {
    if (carrierMessageId === null) return true;
    const key = JSON.stringify([provider, carrierMessageId]);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}
