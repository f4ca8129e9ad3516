import { lt } from 'drizzle-orm';
import { receivedParts } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';

/** Parts of a message that never became whole are dropped after a day. */
const KEPT_MS = 86_400_000;

/** Drops parts of messages that never became whole. */
export async function expireParts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(receivedParts)
    .where(lt(receivedParts.receivedAt, new Date(clock.now().getTime() - KEPT_MS)));
}
