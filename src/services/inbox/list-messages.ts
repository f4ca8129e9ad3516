import { and, desc, eq, isNotNull, lt, or } from 'drizzle-orm';
import { conversationMessages, objects, smsMessages } from '../../../db/schema/index.ts';
import { objectPath } from '../../edge/uploads/link.ts';
import { Page } from '../../platform/kit/answer.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import type { Deps } from '../deps.ts';
import { readPictures } from './pictures/read-pictures.ts';
import type { ConversationMessage } from './contract.ts';
import { readConversation } from './conversations.ts';

/** The messages of a conversation, newest first. @throws not_found, also for another account's conversation */
export async function listMessages(
  { deps }: { deps: Deps },
  { userId, conversationId, before, limit }: { userId: string; conversationId: string; before?: string; limit: number },
): Promise<Page<ConversationMessage>> {
  await readConversation(deps.db, { userId, conversationId });
  const rows = await deps.db
    .select({
      id: conversationMessages.id,
      incoming: conversationMessages.incoming,
      text: conversationMessages.text,
      at: conversationMessages.at,
      cost: conversationMessages.cost,
      unpaid: conversationMessages.unpaid,
      messageId: smsMessages.id,
      status: smsMessages.status,
      sent: { id: objects.id, contentType: objects.contentType, size: objects.bytes },
    })
    .from(conversationMessages)
    .leftJoin(smsMessages, eq(smsMessages.id, conversationMessages.messageId))
    .leftJoin(objects, eq(objects.id, smsMessages.mediaId))
    .where(
      and(
        eq(conversationMessages.conversationId, conversationId),
        // A reply that was refused was never sent.
        or(eq(conversationMessages.incoming, true), isNotNull(smsMessages.id)),
        before ? lt(conversationMessages.id, before) : undefined,
      ),
    )
    .orderBy(desc(conversationMessages.id))
    .limit(limit + 1);
  const pictures = await readPictures(
    deps.db,
    rows.map(({ id }) => id),
  );
  return Page.from(rows, limit, ({ at, cost, unpaid, sent, ...row }) => ({
    ...row,
    pictures: sent ? [{ ...sent, status: 'ready', url: objectPath(sent.id) }] : (pictures.get(row.id) ?? []),
    ...{ cost: formatMoney(cost), unpaid: formatMoney(unpaid) },
    at: at.toISOString(),
  }));
}
