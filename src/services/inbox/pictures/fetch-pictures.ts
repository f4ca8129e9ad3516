import { and, eq, type SQL, sql as template } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared.ts';
import { conversationMessages, receivedPictures } from '../../../../db/schema/index.ts';
import { NoPicture } from '../../../carriers/adapters/fetch-picture.ts';
import { type FetchedPicture, PICTURE_TIMEOUT_MS } from '../../../carriers/incoming-sms.ts';
import { transact } from '../../../platform/events/transact.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { claimsOverAt } from '../../../platform/kit/claims-over.ts';
import type { LookTimes } from '../../../platform/schedule.ts';
import type { Deps } from '../../deps.ts';
import { conversationChangedEvent } from '../events.ts';

/** Longer than fetching takes, so that no other process starts with it meanwhile. */
const CLAIM_MS = 2 * PICTURE_TIMEOUT_MS;
/** After so many attempts a picture is given up: about two hours with the pauses below. */
const MAX_ATTEMPTS = 12;
const LONGEST_PAUSE_MS = 1_800_000;

interface DuePicture {
  id: string;
  message_id: string;
  user_id: string;
  provider: string;
  address: string;
  status: 'processing' | 'deleted';
  storage_key: string | null;
  attempts: number;
}

/** Tells whether a picture is to be fetched, or a file to be deleted. */
export const picturesWait = (p: LookTimes): SQL => template`exists (
  select from received_pictures where due_at <= ${p.over}::timestamptz)`;

const claimDue = prepared<{ over: Date; until: Date }, DuePicture>(
  (p) => template`
    update received_pictures r set due_at = ${p.until}::timestamptz, attempts = r.attempts + 1
    from (
      select id from received_pictures where due_at <= ${p.over}::timestamptz
      order by due_at limit 1 for update skip locked
    ) due
    where r.id = due.id
    returning r.id, r.message_id, r.user_id, r.provider, r.address, r.status, r.storage_key, r.attempts`,
);

/** Fetches pictures from their carriers into the store, and deletes the files of deleted ones. */
export async function fetchPictures(deps: Deps): Promise<void> {
  for (;;) {
    const until = new Date(deps.clock.now().getTime() + CLAIM_MS);
    const [due] = await claimDue(deps.sql, { over: claimsOverAt(deps.clock), until });
    if (!due) return;
    await (due.status === 'deleted' ? remove(deps, due) : fetchOne(deps, due));
  }
}

async function fetchOne(deps: Deps, due: DuePicture): Promise<void> {
  try {
    if (await isFull(deps, due)) throw new NoPicture('the account has as many as it may');
    const fetching = deps.carriers.find(due.provider)?.incomingSms?.fetchPicture?.(due.address);
    if (!fetching) throw new NoPicture('the carrier is not configured');
    const picture = await answerWithin(PICTURE_TIMEOUT_MS, fetching);
    await (picture ? keep(deps, due, picture) : tryLater(deps, due));
  } catch (error) {
    deps.log.warn({ error, carrier: due.provider, picture: due.id }, 'a picture could not be fetched');
    await (error instanceof NoPicture ? end(deps, due, { status: 'failed' }) : tryLater(deps, due));
  }
}

/** Whoever is sent pictures did not ask for them: an account keeps so many, and of the others only where they are. */
async function isFull(deps: Deps, { user_id: userId }: DuePicture): Promise<boolean> {
  const [row] = await deps.db.execute<{ full: boolean }>(template`
    select coalesce(sum(bytes), 0) >= ${deps.config.picturesMb * 1_000_000}::bigint as full
    from received_pictures where user_id = ${userId} and status = 'ready'`);
  return row?.full ?? false;
}

async function keep(deps: Deps, due: DuePicture, { bytes, contentType }: FetchedPicture): Promise<void> {
  const storageKey = `picture-${due.id}.${Bun.randomUUIDv7()}`;
  await deps.objects.put(storageKey, bytes);
  // If it was deleted meanwhile, it stays deleted.
  if (!(await end(deps, due, { status: 'ready', storageKey, contentType, bytes: bytes.length })))
    await deps.objects.delete(storageKey);
}

async function tryLater(deps: Deps, due: DuePicture): Promise<void> {
  if (due.attempts >= MAX_ATTEMPTS) return void (await end(deps, due, { status: 'failed' }));
  const pause = Math.min(2000 * 2 ** (due.attempts - 1), LONGEST_PAUSE_MS);
  await deps.db
    .update(receivedPictures)
    .set({ dueAt: new Date(deps.clock.now().getTime() + pause) })
    .where(and(eq(receivedPictures.id, due.id), eq(receivedPictures.status, due.status)));
}

/** Says what became of a picture, unless it was deleted, and tells its owner. @returns whether it was changed */
async function end(
  deps: Deps,
  due: DuePicture,
  set: Partial<typeof receivedPictures.$inferInsert> & { status: 'ready' | 'failed' },
): Promise<boolean> {
  return transact(deps, async (tx) => {
    const changed = await tx.db
      .update(receivedPictures)
      .set({ ...set, dueAt: null })
      .where(and(eq(receivedPictures.id, due.id), eq(receivedPictures.status, 'processing')))
      .returning({ id: receivedPictures.id });
    if (changed.length === 0) return false;
    const [message] = await tx.db
      .select({ id: conversationMessages.conversationId })
      .from(conversationMessages)
      .where(eq(conversationMessages.id, due.message_id));
    if (message) tx.publish(conversationChangedEvent, due.user_id, { userId: due.user_id, id: message.id });
    return true;
  });
}

async function remove(deps: Deps, due: DuePicture): Promise<void> {
  try {
    if (due.storage_key) await deps.objects.delete(due.storage_key);
    await deps.db.delete(receivedPictures).where(eq(receivedPictures.id, due.id));
  } catch (error) {
    deps.log.warn({ error, picture: due.id }, 'the file of a picture could not be deleted yet');
  }
}
