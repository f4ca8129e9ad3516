import { and, asc, inArray, ne } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { receivedPictures } from '../../../../db/schema/index.ts';
import type { ReceivedPicture } from '../contract.ts';

type Row = typeof receivedPictures.$inferSelect;

/** Only a picture that was not deleted. */
export const presentPicture = ({
  id,
  userId,
  status,
  contentType,
  bytes: size,
}: Pick<Row, 'id' | 'userId' | 'contentType' | 'bytes'> & { status: ReceivedPicture['status'] }): ReceivedPicture => ({
  ...{ id, status, contentType, size },
  url: `/api/users/${userId}/pictures/${id}`,
});

/** The pictures of messages, by the messages' ids. */
export async function readPictures(
  db: Queryable,
  messageIds: readonly string[],
): Promise<Map<string, ReceivedPicture[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(receivedPictures)
    .where(and(inArray(receivedPictures.messageId, [...messageIds]), ne(receivedPictures.status, 'deleted')))
    .orderBy(asc(receivedPictures.id));
  const pictures = new Map<string, ReceivedPicture[]>();
  for (const { messageId, status, ...row } of rows) {
    if (status === 'deleted') continue;
    pictures.set(messageId, [...(pictures.get(messageId) ?? []), presentPicture({ ...row, status })]);
  }
  return pictures;
}
