import { and, desc, eq, lt } from 'drizzle-orm';
import { conversationMessages, conversations } from '../../../db/schema/index.ts';
import { Page } from '../../platform/kit/answer.ts';
import { formatMoney } from '../../platform/kit/money.ts';
import type { Deps } from '../deps.ts';
import { readPictures } from './pictures/read-pictures.ts';
import type { ReceivedMessage } from './contract.ts';
import { requireUser } from '../../callers/require-user.ts';

/** The incoming messages of an account, newest first. @throws not_found */
export async function listReceived(
  { deps }: { deps: Deps },
  { userId, before, limit }: { userId: string; before?: string; limit: number },
): Promise<Page<ReceivedMessage>> {
  const rows = await deps.db
    .select({
      id: conversationMessages.id,
      conversationId: conversationMessages.conversationId,
      to: conversations.ownNumber,
      from: conversations.otherNumber,
      text: conversationMessages.text,
      at: conversationMessages.at,
      cost: conversationMessages.cost,
      unpaid: conversationMessages.unpaid,
    })
    .from(conversationMessages)
    .innerJoin(conversations, eq(conversations.id, conversationMessages.conversationId))
    .where(
      and(
        eq(conversationMessages.userId, userId),
        eq(conversationMessages.incoming, true),
        before ? lt(conversationMessages.id, before) : undefined,
      ),
    )
    .orderBy(desc(conversationMessages.id))
    .limit(limit + 1);
  if (rows.length === 0) await requireUser(deps, userId);
  const pictures = await readPictures(
    deps.db,
    rows.map(({ id }) => id),
  );
  return Page.from(rows, limit, ({ at, cost, unpaid, ...row }) => ({
    ...row,
    pictures: pictures.get(row.id) ?? [],
    ...{ cost: formatMoney(cost), unpaid: formatMoney(unpaid) },
    receivedAt: at.toISOString(),
  }));
}
