import { and, eq, sql as template } from 'drizzle-orm';
import { objects, smsMessages } from '../../../../db/schema/index.ts';
import { FileAnswer } from '../../../platform/kit/answer.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { MEDIA_DAYS } from '../contract.ts';

/** The picture of a message for whoever has its address: carriers and recipients. @throws not_found, also after its time */
export async function getMedia({ db, clock, objects: store }: Deps, key: string): Promise<FileAnswer> {
  const since = new Date(clock.now().getTime() - MEDIA_DAYS * DAY_MS).toISOString();
  const [object] = await db
    .select({ id: objects.id, storageKey: objects.storageKey, contentType: objects.contentType })
    .from(smsMessages)
    .innerJoin(objects, eq(objects.id, smsMessages.mediaId))
    .where(
      and(
        eq(smsMessages.mediaKey, key),
        template`coalesce(${smsMessages.sendAt}, ${smsMessages.sentAt}) > ${since}::timestamptz`,
      ),
    );
  if (!object?.storageKey || !object.contentType) throw notFound('Picture');
  const { id, storageKey, contentType } = object;
  return new FileAnswer({ contentType, name: null, keeping: 'nobody', version: id }, async () => {
    const bytes = await store.get(storageKey);
    if (!bytes) throw notFound('Picture');
    return bytes;
  });
}
