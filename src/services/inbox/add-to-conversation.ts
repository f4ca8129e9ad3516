import { sql as template } from 'drizzle-orm';
import { transact, type Transaction, type TransactionHost } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { beginningOf } from './conversations.ts';

/** Two processes stored one message at the same time; the one that came second has to begin again. */
class Repeated extends Error {}

/** Runs a transaction that stores messages, a second time where another process stored one of them meanwhile. */
export async function storing(
  deps: TransactionHost,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await transact(deps, work);
  } catch (error) {
    if (!(error instanceof Repeated)) throw error;
    await transact(deps, work);
  }
}

interface Added {
  id: string;
  userId: string;
  provider: string;
  carrierMessageId: string | null;
  from: string;
  /** The account's number. */
  to: string;
  text: string;
}

/**
 * Adds a message to its conversation, by one statement: in a storm of messages each further one would be felt. Runs
 * within `storing`.
 * @returns the conversation; undefined for a message that was there before
 */
export async function addToConversation(
  tx: Transaction,
  { id, userId, provider, carrierMessageId, from, to, text }: Added,
): Promise<{ id: string; name: string | null } | undefined> {
  const now = template`${tx.now.toISOString()}::timestamptz`;
  const known = template`
    select from conversation_messages where provider = ${provider} and provider_message_id = ${carrierMessageId}`;
  const [added] = await tx.db.execute<{ id: string; name: string | null; is_new: boolean }>(template`
    with pair as (
      insert into conversations as c (id, user_id, own_number, other_number, last_at, last_text, last_incoming, unread)
      select ${newId(tx.clock)}::uuid, ${userId}::uuid, ${to}, ${from}, ${now}, ${beginningOf(text)}, true, 1
      where ${carrierMessageId}::text is null or not exists (${known})
      on conflict (user_id, own_number, other_number)
      do update set last_at = excluded.last_at, last_text = excluded.last_text, last_incoming = true,
        unread = c.unread + 1
      returning c.id, c.name
    ), stored as (
      insert into conversation_messages (id, conversation_id, user_id, incoming, text, at, provider,
        provider_message_id)
      select ${id}::uuid, pair.id, ${userId}::uuid, true, ${text}, ${now}, ${provider}, ${carrierMessageId} from pair
      on conflict do nothing returning id
    )
    select pair.id, pair.name, exists (select from stored) as is_new from pair`);
  // Another process stored it while this one waited for the conversation: a second attempt sees that.
  if (added && !added.is_new) throw new Repeated();
  return added;
}
