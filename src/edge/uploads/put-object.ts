import { and, eq, isNull } from 'drizzle-orm';
import { objects, users } from '../../../db/schema/index.ts';
import { suspended } from '../../callers/caller.ts';
import type { Deps } from '../deps.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import { contentTypeOf } from './content-type.ts';
import type { UploadKind } from './contract.ts';
import { checkLink, type LinkTicket, objectPath } from './link.ts';
import { readBytes } from './read-bytes.ts';
import { requireSound } from './sound.ts';

/**
 * Stores the file sent to an upload link. Each attempt writes its own file, and the first to finish wins, so
 * the link stays usable after an attempt that breaks off. A file that is refused uses it up.
 * @throws bad_signature, not_found, account_suspended, upload_used, payload_too_large,
 * malformed_request, unsupported_media_type, unavailable (the store accepts nothing)
 */
export async function putObject(
  deps: Deps,
  { objectId, ticket, request }: { objectId: string; ticket: LinkTicket; request: Request },
): Promise<{ objectPath: string }> {
  checkLink({ config: deps.config, now: deps.clock.now() }, objectId, ticket);
  const [asked] = await deps.db
    .select({ storedAt: objects.storedAt, ownerStatus: users.status })
    .from(objects)
    .innerJoin(users, eq(users.id, objects.ownerId))
    .where(eq(objects.id, objectId));
  if (!asked) throw notFound('Upload');
  if (asked.ownerStatus === 'suspended') throw suspended();
  if (asked.storedAt) throw used();
  const { bytes, contentType } = await readFile(ticket.kind, request).catch(async (error: unknown) => {
    if (error instanceof Problem && REFUSED.has(error.reason)) await useUp(deps, objectId);
    throw error;
  });
  const storageKey = `${objectId}.${Bun.randomUUIDv7()}`;
  await deps.objects.put(storageKey, bytes).catch((error: unknown) => {
    deps.log.error({ error, bytes: bytes.length }, 'an uploaded file could not be stored');
    throw new Problem('unavailable', sentence('notStored'));
  });
  const kept = await claim(deps, objectId, { storageKey, contentType, bytes: bytes.length }).catch(
    async (error: unknown) => {
      await deleteUnnamed(deps, objectId, storageKey);
      throw error;
    },
  );
  if (!kept) {
    await deps.objects.delete(storageKey);
    throw used();
  }
  return { objectPath: objectPath(objectId) };
}

/** The faults of the file itself. */
const REFUSED: ReadonlySet<string> = new Set(['payload_too_large', 'unsupported_media_type']);

/** One link is one file to look at, not as many as somebody likes to send. */
async function useUp(deps: Deps, objectId: string): Promise<void> {
  await deps.db.delete(objects).where(and(eq(objects.id, objectId), isNull(objects.storedAt)));
}

/** @throws payload_too_large, malformed_request, unsupported_media_type */
async function readFile(kind: UploadKind, request: Request): Promise<{ bytes: Uint8Array; contentType: string }> {
  const bytes = await readBytes(request);
  return { bytes, contentType: typeOf(kind, bytes) };
}

/** The type of a file, by its content. @throws unsupported_media_type */
function typeOf(kind: UploadKind, bytes: Uint8Array): string {
  if (kind === 'sound') return requireSound(bytes);
  const contentType = contentTypeOf(bytes);
  if (contentType) return contentType;
  throw new Problem('unsupported_media_type', 'A receipt must be an image, a PDF or a Word document');
}

/** Deletes a file, unless the database does refer to it and only the answer to that update was lost. */
async function deleteUnnamed(deps: Deps, objectId: string, storageKey: string): Promise<void> {
  const [object] = await deps.db
    .select({ storageKey: objects.storageKey })
    .from(objects)
    .where(eq(objects.id, objectId));
  if (object?.storageKey !== storageKey) await deps.objects.delete(storageKey);
}

/** If two uploads use one link at the same time, the second finds no row to update. */
async function claim(
  deps: Deps,
  objectId: string,
  file: { storageKey: string; contentType: string; bytes: number },
): Promise<boolean> {
  const claimed = await deps.db
    .update(objects)
    .set({ ...file, storedAt: deps.clock.now() })
    .where(and(eq(objects.id, objectId), isNull(objects.storedAt)))
    .returning({ id: objects.id });
  return claimed.length === 1;
}

const used = () => new Problem('upload_used', sentence('uploadSpent'));
