import { eq } from 'drizzle-orm';
import { brands, objects } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { FileAnswer } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';

/** The logo of a brand, for anybody; any other file is not found here. @throws not_found */
export async function getLogo(deps: Deps, { logoId }: { logoId: string }): Promise<FileAnswer> {
  const [object] = await deps.db
    .select({ storageKey: objects.storageKey, contentType: objects.contentType })
    .from(brands)
    .innerJoin(objects, eq(objects.id, brands.logoId))
    .where(eq(brands.logoId, logoId));
  if (!object?.storageKey || !object.contentType) throw notFound('Logo');
  const { storageKey, contentType } = object;
  // A file never changes, but a brand may stop using it.
  return new FileAnswer({ contentType, name: null, keeping: 'everybody', version: logoId }, async () => {
    const bytes = await deps.objects.get(storageKey);
    if (!bytes) throw notFound('Logo');
    return bytes;
  });
}
