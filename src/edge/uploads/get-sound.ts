import { eq } from 'drizzle-orm';
import { objects } from '../../../db/schema/index.ts';
import { FileAnswer } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { checkSoundUrl, type SoundTicket } from './sound-link.ts';
import { isSoundType } from './sound.ts';

/** A sound for whoever has its signed address. @throws bad_signature, not_found */
export async function getSound(
  deps: Deps,
  { objectId, ticket }: { objectId: string; ticket: SoundTicket },
): Promise<FileAnswer> {
  checkSoundUrl({ config: deps.config, now: deps.clock.now() }, objectId, ticket);
  const [object] = await deps.db.select().from(objects).where(eq(objects.id, objectId));
  if (!object?.storageKey || !isSoundType(object.contentType)) throw notFound('File');
  const { storageKey, contentType } = object;
  return new FileAnswer({ contentType, name: null, keeping: 'everybody', version: objectId }, async () => {
    const bytes = await deps.objects.get(storageKey);
    if (!bytes) throw notFound('File');
    return bytes;
  });
}
