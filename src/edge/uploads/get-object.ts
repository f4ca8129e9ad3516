import { eq } from 'drizzle-orm';
import { objects } from '../../../db/schema/index.ts';
import { type Actor, forbidden } from '../../callers/guards.ts';
import type { Deps } from '../deps.ts';
import { FileAnswer, type FileFacts } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { ReceiptType } from './content-type.ts';
import { RECEIPT_TYPES } from './contract.ts';

/** A stored file, for its owner and administrators. @throws not_found, forbidden */
export async function getObject(
  { deps, actor }: { deps: Deps; actor: Actor },
  { objectId }: { objectId: string },
): Promise<FileAnswer> {
  const [object] = await deps.db.select().from(objects).where(eq(objects.id, objectId));
  if (!object?.storageKey || !isReceiptType(object.contentType)) throw notFound('File');
  if (actor.role !== 'admin' && actor.id !== object.ownerId) throw forbidden();
  const { storageKey, contentType } = object;
  const facts: FileFacts = {
    contentType,
    name: `receipt-${objectId}${RECEIPT_TYPES[contentType]}`,
    shown: contentType.startsWith('image/') || contentType === 'application/pdf',
    // A file never changes, but the right to see it can: it is cached, and the right is checked each time.
    keeping: 'owner',
    version: objectId,
  };
  return new FileAnswer(facts, async () => {
    const bytes = await deps.objects.get(storageKey);
    if (!bytes) throw notFound('File');
    return bytes;
  });
}

const isReceiptType = (type: string | null): type is ReceiptType =>
  type !== null && Object.hasOwn(RECEIPT_TYPES, type);
