import { eq, or } from 'drizzle-orm';
import { numberPapersFiles, numberPorts, objects } from '../../../db/schema/index.ts';
import { type Calling, audit } from '../../callers/audit.ts';
import { forbidden } from '../../callers/caller.ts';
import { readUser } from '../../callers/present-user.ts';
import { transact } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';
import { FileAnswer, type FileFacts } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { RECEIPT_TYPES, SOUND_TYPES } from './contract.ts';

/** A stored file, for its owner and administrators. @throws not_found, forbidden */
export async function getObject(
  { deps, actor }: Calling<Deps>,
  { objectId }: { objectId: string },
): Promise<FileAnswer> {
  const [object] = await deps.db.select().from(objects).where(eq(objects.id, objectId));
  if (!object?.storageKey || !isFileType(object.contentType)) throw notFound('File');
  if (actor.id !== object.ownerId) {
    if (actor.role !== 'admin') throw forbidden();
    await noteView({ deps, actor }, object);
  }
  const { storageKey, contentType } = object;
  const facts: FileFacts = {
    contentType,
    name: `${contentType in SOUND_TYPES ? 'recording' : 'receipt'}-${objectId}${FILE_TYPES[contentType]}`,
    shown: /^(image|audio)\//.test(contentType) || contentType === 'application/pdf',
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

/** A file of somebody's papers shows who they are: that an administrator looks at it stays in the audit log. */
async function noteView(
  { deps, actor }: Calling<Deps>,
  { id: objectId, ownerId }: { id: string; ownerId: string },
): Promise<void> {
  const [paper] = await deps.db
    .select({ papersId: numberPapersFiles.papersId })
    .from(numberPapersFiles)
    .where(eq(numberPapersFiles.objectId, objectId))
    .union(
      deps.db
        .select({ papersId: numberPorts.id })
        .from(numberPorts)
        .where(or(eq(numberPorts.authorityId, objectId), eq(numberPorts.billId, objectId))),
    )
    .limit(1);
  if (!paper) return;
  const { email } = await readUser(deps.db, ownerId);
  await transact(deps, (tx) =>
    audit(tx, actor, 'number_papers.file_viewed', { subject: email, userId: ownerId, detail: { ...paper, objectId } }),
  );
}

const FILE_TYPES = { ...RECEIPT_TYPES, ...SOUND_TYPES } as const;

const isFileType = (type: string | null): type is keyof typeof FILE_TYPES =>
  type !== null && Object.hasOwn(FILE_TYPES, type);
