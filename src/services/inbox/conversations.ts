import { and, eq, type SQL, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { contacts, conversations, didNumbers } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Conversation } from './contract.ts';

/** Tells whether the number still belongs to the account. */
const isOwned = template<boolean>`exists (
  select from ${didNumbers} n where n.number = ${conversations}.own_number
    and n.user_id = ${conversations}.user_id and n.status = 'active')`;

/** A name that was given here, or the contact's. Columns are written with their table: the builder leaves it out here. */
const NAME = template<string | null>`coalesce(${conversations}.name, (
  select c.name from ${contacts} c where c.user_id = ${conversations}.user_id and c.number = ${conversations}.other_number))`;

/** The columns of a conversation as it is shown. */
export const selectConversations = (db: Queryable) =>
  db
    .select({
      id: conversations.id,
      ownNumber: conversations.ownNumber,
      otherNumber: conversations.otherNumber,
      name: NAME,
      lastAt: conversations.lastAt,
      lastText: conversations.lastText,
      lastIncoming: conversations.lastIncoming,
      unread: conversations.unread,
      isOwned,
    })
    .from(conversations);

type Row = Awaited<ReturnType<typeof selectConversations>>[number];

export const presentConversation = ({ lastAt, isOwned: owned, ...row }: Row): Conversation => ({
  ...row,
  lastAt: lastAt.toISOString(),
  canReply: owned && row.otherNumber.startsWith('+'),
});

/** A conversation of this account. */
export const ownConversation = (userId: string, conversationId: string): SQL | undefined =>
  and(eq(conversations.id, conversationId), eq(conversations.userId, userId));

/** @throws not_found, also for another account's conversation */
export async function readConversation(
  db: Queryable,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<Conversation> {
  const [row] = await selectConversations(db).where(ownConversation(userId, conversationId));
  if (!row) throw notFound('Conversation');
  return presentConversation(row);
}

/** How many characters of a message the list of conversations shows. */
export const beginningOf = (message: string): string => message.slice(0, 120);
