import { and, count, eq, sql as template } from 'drizzle-orm';
import { receivedParts } from '../../../db/schema/index.ts';
import type { IncomingSms } from '../../carriers/incoming-sms.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { storable } from '../../platform/kit/storable.ts';
import type { Received } from './delivery.ts';

interface Part extends Received {
  part: NonNullable<IncomingSms['part']>;
  /** The same for all parts of one message. */
  lock: string;
}

/**
 * Puts long messages together.
 * @returns for each message in its place: itself, or the complete one if it is a last part, or null
 */
export async function joinParts(
  tx: Transaction,
  received: readonly Received[],
): Promise<(IncomingSms | null)[]> {
  const joined = received.map(({ message }) => (message.part ? null : message));
  const parts = received.flatMap(({ provider, message }, place) => {
    const { from, to, part } = message;
    if (!part) return [];
    const lock = JSON.stringify([provider, from, to, part.reference]);
    return [{ place, part: { provider, message, part, lock } }];
  });
  // Locked in one order everywhere. Parts of one message keep theirs.
  const sorted = parts.toSorted((one, other) => compare(one.part.lock, other.part.lock));
  for (const { place, part } of sorted) joined[place] = await join(tx, part);
  return joined;
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** The complete message once its last part has arrived; until then null. */
async function join(tx: Transaction, { provider, message, part, lock }: Part): Promise<IncomingSms | null> {
  const { from, to } = message;
  const same = and(
    eq(receivedParts.provider, provider),
    eq(receivedParts.fromNumber, from),
    eq(receivedParts.toNumber, to),
    eq(receivedParts.reference, part.reference),
  );
  // Parts that arrive at the same time are stored one after the other, so that the last one sees all others.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  await tx.db
    .insert(receivedParts)
    .values({
      provider,
      fromNumber: from,
      toNumber: to,
      reference: part.reference,
      part: part.number,
      parts: part.count,
      text: storable(message.text),
      receivedAt: tx.now,
    })
    .onConflictDoNothing();
  const [there] = await tx.db.select({ parts: count() }).from(receivedParts).where(same);
  if ((there?.parts ?? 0) < part.count) return null;
  const parts = await tx.db.delete(receivedParts).where(same).returning();
  const text = parts
    .toSorted((one, other) => one.part - other.part)
    .map((each) => each.text)
    .join('');
  return { ...message, text, part: null };
}
