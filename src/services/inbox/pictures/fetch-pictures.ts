import { and, eq, sql as template } from 'drizzle-orm';
import { conversationMessages, receivedPictures } from '../../../../db/schema/index.ts';
import { NoPicture } from '../../../carriers/adapters/fetch-picture.ts';
import { type FetchedPicture, PICTURE_TIMEOUT_MS } from '../../../carriers/incoming-sms.ts';
import { transact } from '../../../platform/events/transact.ts';
import { carrierFiles, type DueFile, type Fetched } from '../../carrier-files.ts';
import type { Deps } from '../../deps.ts';
import { conversationChangedEvent } from '../events.ts';

interface DuePicture extends DueFile {
  message_id: string;
  user_id: string;
  address: string;
}

export const { wait: picturesWait, fetchAll: fetchPictures } = carrierFiles<DuePicture>({
  ...{ name: 'picture', table: receivedPictures, timeoutMs: PICTURE_TIMEOUT_MS },
  // About an hour; the file of a deleted one is in our store, which answers at last.
  most: { processing: 13, deleted: Infinity },
  fetch: fetchOne,
  end,
  forget: ({ db }, { id }) => db.delete(receivedPictures).where(eq(receivedPictures.id, id)),
});

async function fetchOne(deps: Deps, due: DuePicture): Promise<FetchedPicture | null> {
  if (await isFull(deps, due)) throw new NoPicture('the account has as many as it may');
  const fetching = deps.carriers.find(due.provider)?.incomingSms?.fetchPicture?.(due.address);
  if (!fetching) throw new NoPicture('the carrier is not configured');
  return fetching;
}

/** Whoever is sent pictures did not ask for them: an account keeps so many, and of the others only where they are. */
async function isFull(deps: Deps, { user_id: userId }: DuePicture): Promise<boolean> {
  const [row] = await deps.db.execute<{ full: boolean }>(template`
    select coalesce(sum(bytes), 0) >= ${deps.config.picturesMb * 1_000_000}::bigint as full
    from received_pictures where user_id = ${userId} and status = 'ready'`);
  return row?.full ?? false;
}

async function end(deps: Deps, due: DuePicture, set: Fetched & { dueAt: null }): Promise<boolean> {
  return transact(deps, async (tx) => {
    const changed = await tx.db
      .update(receivedPictures)
      .set(set)
      .where(and(eq(receivedPictures.id, due.id), eq(receivedPictures.status, 'processing')))
      .returning({ id: receivedPictures.id });
    if (changed.length === 0) return false;
    const [message] = await tx.db
      .select({ id: conversationMessages.conversationId })
      .from(conversationMessages)
      .where(eq(conversationMessages.id, due.message_id));
    if (message) tx.publish(conversationChangedEvent, due.user_id, { userId: due.user_id, id: message.id });
    return true;
  });
}
