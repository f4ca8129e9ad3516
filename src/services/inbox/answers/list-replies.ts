import { and, desc, eq, lt } from 'drizzle-orm';
import { autoReplies, conversations } from '../../../../db/schema/index.ts';
import { Page } from '../../../platform/kit/answer.ts';
import type { Deps } from '../../deps.ts';
import { requireUser } from '../../../callers/require-user.ts';
import type { AutoReply } from './contract.ts';

interface ListQuery {
  userId: string;
  number?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** Lists the automatic answers of an account's numbers, newest first. @throws not_found */
export async function listReplies(
  { deps }: { deps: Deps },
  { userId, number, before, limit }: ListQuery,
): Promise<Page<AutoReply>> {
  const rows = await deps.db
    .select({ reply: autoReplies, from: conversations.ownNumber, sender: conversations.otherNumber })
    .from(autoReplies)
    .innerJoin(conversations, eq(conversations.id, autoReplies.conversationId))
    .where(
      and(
        eq(autoReplies.userId, userId),
        number === undefined ? undefined : eq(conversations.ownNumber, number),
        before ? lt(autoReplies.id, before) : undefined,
      ),
    )
    .orderBy(desc(autoReplies.id))
    .limit(limit + 1);
  if (rows.length === 0) await requireUser(deps, userId);
  return Page.from(rows, limit, ({ reply, from, sender }) => present(reply, { from, sender }));
}

const present = (
  { id, conversationId, cause, keyword, text, status, problem, recipient, ...row }: typeof autoReplies.$inferSelect,
  { from, sender }: { from: string; sender: string },
): AutoReply => ({
  ...{ id, conversationId, from, sender, cause, keyword, text, status, problem },
  to: recipient ?? sender,
  messageId: status === 'sent' ? row.messageId : null,
  at: row.at.toISOString(),
});
