import { sql as template } from 'drizzle-orm';
import type { ActingWith } from '../../callers/audit.ts';
import { objects } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Quotas } from '../config.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../../platform/kit/ids.ts';
import { MAX_RECEIPT_BYTES, type UploadKind } from './contract.ts';
import { objectPath, signLink, UPLOAD_LINK_MINUTES } from './link.ts';
import { isUnused, UNUSED_HOURS } from './unused.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/**
 * Makes a link to which one file may be uploaded within 10 minutes.
 * @param input.origin the origin at which the caller reached us
 * @param input.size the file's size in bytes; 0 if the caller did not say it
 * @throws not_allowed_now (the account has reached its limit of unused uploads, or of their bytes)
 */
export async function requestUpload(
  { deps, tx, actor }: ActingWith<Pick<Deps, 'config'>>,
  { origin, size = 0, kind }: { origin: string; size?: number | undefined; kind: UploadKind },
): Promise<{ uploadURL: string; objectPath: string }> {
  const { quotas } = deps.config;
  if (quotas) await checkQuota(tx, actor.id, size, quotas);
  const id = newId(tx.clock);
  await tx.db.insert(objects).values({ id, ownerId: actor.id, createdAt: tx.now });
  const link = signLink({ config: deps.config, now: tx.now }, { objectId: id, kind });
  return { uploadURL: origin + link, objectPath: objectPath(id) };
}

/** A link that has not expired counts as the largest receipt. */
async function checkQuota(tx: Transaction, userId: string, size: number, quotas: Quotas): Promise<void> {
  // The lock makes simultaneous requests wait, so that each one counts those before it.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`uploads ${userId}`}, 0))`);
  const linksSince = new Date(tx.now.getTime() - UPLOAD_LINK_MINUTES * MINUTE_MS).toISOString();
  const [held] = await tx.db.execute<{ unused: number; bytes: string }>(template`
    select count(*) filter (where ${isUnused})::int as unused,
      coalesce(sum(coalesce(o.bytes, ${MAX_RECEIPT_BYTES}::int)), 0)::text as bytes
    from objects o
    where o.owner_id = ${userId} and (o.stored_at is not null or o.created_at > ${linksSince}::timestamptz)`);
  if ((held?.unused ?? 0) >= quotas.unusedUploads) {
    throw new Problem(
      'not_allowed_now',
      sentence('tooManyUploads', { count: quotas.unusedUploads, hours: UNUSED_HOURS }),
    );
  }
  if (Number(held?.bytes ?? 0) + size > quotas.uploadBytes) {
    throw new Problem('not_allowed_now', sentence('uploadsFull', { size: `${quotas.uploadBytes / 1_000_000} MB` }));
  }
}
