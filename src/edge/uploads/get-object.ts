import { eq } from 'drizzle-orm';
import { objects } from '../../../db/schema/index.ts';
import { type Actor, forbidden } from '../../callers/guards.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { ReceiptType } from './content-type.ts';
import { RECEIPT_TYPES } from './contract.ts';

/**
 * A stored file, for its owner and administrators. Whoever uploaded it may have meant harm: a browser
 * shows only what it cannot run, and lets it load nothing.
 * @throws not_found, forbidden
 */
export async function getObject(
  { deps, actor }: { deps: Deps; actor: Actor },
  { objectId, request }: { objectId: string; request: Request },
): Promise<Response> {
  const [object] = await deps.db.select().from(objects).where(eq(objects.id, objectId));
  if (!object?.storageKey || !isReceiptType(object.contentType)) throw notFound('File');
  if (actor.role !== 'admin' && actor.id !== object.ownerId) throw forbidden();
  const { contentType } = object;
  const headers = {
    'content-type': contentType,
    'content-disposition': `${shownInPlace(contentType) ? 'inline' : 'attachment'}; filename="receipt-${objectId}${RECEIPT_TYPES[contentType]}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': policy(contentType),
    'cross-origin-resource-policy': 'same-origin',
    // A file never changes, but who may see it can: it is kept, and asked about each time.
    'cache-control': 'private, no-cache',
    etag: `"${objectId}"`,
  };
  if (request.headers.get('if-none-match') === headers.etag)
    return new Response(null, { status: 304, headers });
  const bytes = await deps.objects.get(object.storageKey);
  if (!bytes) throw notFound('File');
  return new Response(bytes, { headers });
}

const isReceiptType = (type: string | null): type is ReceiptType =>
  type !== null && Object.hasOwn(RECEIPT_TYPES, type);

/** PDF viewers keep a file to themselves, and several refuse one that is to be in a sandbox besides. */
const policy = (type: ReceiptType) =>
  type === 'application/pdf' ? "default-src 'none'" : "default-src 'none'; sandbox";

const shownInPlace = (type: ReceiptType) => type.startsWith('image/') || type === 'application/pdf';
