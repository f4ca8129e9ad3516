import { eq } from 'drizzle-orm';
import { brands, objects } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { notFound } from '../../platform/kit/errors.ts';

/** The image of a brand, for anybody; any other file is not found here. @throws not_found */
export async function getLogo(
  deps: Deps,
  { logoId, request }: { logoId: string; request: Request },
): Promise<Response> {
  const [object] = await deps.db
    .select({ storageKey: objects.storageKey, contentType: objects.contentType })
    .from(brands)
    .innerJoin(objects, eq(objects.id, brands.logoId))
    .where(eq(brands.logoId, logoId));
  if (!object?.storageKey || !object.contentType) throw notFound('Logo');
  const headers = {
    'content-type': object.contentType,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    // A file never changes, but a brand may give it up.
    'cache-control': 'public, max-age=3600',
    etag: `"${logoId}"`,
  };
  if (request.headers.get('if-none-match') === headers.etag) {
    return new Response(null, { status: 304, headers });
  }
  const bytes = await deps.objects.get(object.storageKey);
  if (!bytes) throw notFound('Logo');
  return new Response(bytes, { headers });
}
