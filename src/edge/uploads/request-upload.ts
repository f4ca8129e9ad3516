import { objects } from '../../../db/schema/index.ts';
import type { Actor } from '../../callers/guards.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../../platform/kit/ids.ts';
import { objectPath, signLink } from './link.ts';

/**
 * Makes a link that one receipt may be uploaded to within 10 minutes.
 * @param origin where the caller reached us
 */
export async function requestUpload(
  { deps, actor }: { deps: Deps; actor: Actor },
  origin: string,
): Promise<{ uploadURL: string; objectPath: string }> {
  const now = deps.clock.now();
  const id = newId(deps.clock);
  await deps.db.insert(objects).values({ id, ownerId: actor.id, createdAt: now });
  return { uploadURL: origin + signLink(deps.config, id, now), objectPath: objectPath(id) };
}
