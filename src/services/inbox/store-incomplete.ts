import { sql as template } from 'drizzle-orm';
import { receivedParts } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';
import { storing } from './add-to-conversations.ts';
import type { Received } from './delivery.ts';
import { isSameMessage, lockParts, type PartsKey, textOf } from './join-parts.ts';
import { storeAsTheyAre } from './store.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

/** How long a message waits for its next part. */
const WAITS_MS = HOUR_MS;
const AT_ONCE = 50;

/** How often the program looks for messages of which parts never came. */
export const STORE_INCOMPLETE_MS = 15_000;

/** Stores messages of which parts never came, with their gaps. */
export async function storeIncomplete(deps: Deps): Promise<void> {
  for (;;) {
    let found = 0;
    await storing(deps, async (tx) => {
      const keys = await selectOverdue(tx);
      found = keys.length;
      const received: Received[] = [];
      for (const key of keys) received.push(...(await takeParts(tx, key)));
      await storeAsTheyAre({ tx, deps }, received);
    });
    if (found < AT_ONCE) return;
  }
}

const overdueAt = (tx: Transaction) => new Date(tx.now.getTime() - WAITS_MS);

const selectOverdue = (tx: Transaction): Promise<PartsKey[]> =>
  tx.db.execute<PartsKey>(template`
    select provider, from_number as "fromNumber", to_number as "toNumber", reference from received_parts
    group by 1, 2, 3, 4 having max(received_at) < ${overdueAt(tx).toISOString()}::timestamptz
    order by 1, 2, 3, 4 limit ${AT_ONCE}`);

/** Takes what came of a message out of the table, unless another part has come or another process was first. */
async function takeParts(tx: Transaction, key: PartsKey): Promise<Received[]> {
  await lockParts(tx, key);
  const parts = await tx.db.delete(receivedParts).where(isSameMessage(key)).returning();
  if (parts.length === 0) return [];
  const { provider, fromNumber: from, toNumber: to } = key;
  return [{ provider, message: { from, to, text: textOf(parts), carrierMessageId: null, part: null } }];
}
