import { lt } from 'drizzle-orm';
import { receivedParts } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';

/** The parts of a message that stays incomplete are deleted after a day. */
const KEPT_MS = 86_400_000;

/** Deletes the parts of messages that stayed incomplete. */
export async function expireParts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(receivedParts)
    .where(lt(receivedParts.receivedAt, new Date(clock.now().getTime() - KEPT_MS)));
}
