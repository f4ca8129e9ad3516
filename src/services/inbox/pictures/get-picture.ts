import { and, eq, ne } from 'drizzle-orm';
import { receivedPictures } from '../../../../db/schema/index.ts';
import type { Calling } from '../../../callers/audit.ts';
import { forbidden } from '../../../callers/caller.ts';
import { FileAnswer, type FileFacts } from '../../../platform/kit/answer.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
};

/**
 * A picture that came with a message, only for the account to which it came: administrators see that it is there but
 * cannot look at it.
 * @throws not_found, forbidden, not_allowed_now (it is not there yet)
 */
export async function getPicture(
  { deps, actor }: Calling<Deps>,
  { userId, pictureId }: { userId: string; pictureId: string },
): Promise<FileAnswer> {
  const [row] = await deps.db
    .select()
    .from(receivedPictures)
    .where(
      and(
        eq(receivedPictures.id, pictureId),
        eq(receivedPictures.userId, userId),
        ne(receivedPictures.status, 'deleted'),
      ),
    );
  if (!row) throw notFound('Picture');
  if (actor.id !== userId) throw forbidden();
  const { storageKey, contentType } = row;
  if (!storageKey || !contentType) throw new Problem('not_allowed_now', sentence('pictureNotThere'));
  const ending = ENDINGS[contentType] ?? '';
  const facts: FileFacts = {
    ...{ contentType, name: `picture-${pictureId}${ending}`, shown: ending !== '' },
    keeping: 'owner',
    version: pictureId,
  };
  return new FileAnswer(facts, async () => {
    const bytes = await deps.objects.get(storageKey);
    if (!bytes) throw notFound('Picture');
    return bytes;
  });
}
